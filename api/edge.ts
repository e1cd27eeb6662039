import type { Env } from '../runtime/env.js';
import { WaitingRoom } from '../domain/webhooks/waiting-room.js';
import { BodyBudget } from './middleware/body-budget.js';
import { DiscardAllowance } from './middleware/discard-allowance.js';
import { IpLimit } from './middleware/ip-limit.js';
import { KnownKeys } from './middleware/known-keys.js';
import { MEDIA_BODY_BYTES_MAX } from './middleware/read-body.js';

/** How long a body may take to arrive. */
const BODY_DEADLINE_MS = 30_000;

/** One account may hold this part of the memory for bodies, and one body of any size. */
const SHARES = 4;

/** What the requests of one process share: its counters and bounds. */
export interface Edge {
  readonly ipLimit: IpLimit;
  readonly knownKeys: KnownKeys;
  readonly bodies: BodyBudget;
  readonly discards: DiscardAllowance;
  readonly bodyDeadlineMs: number;
  /** Requests that hold their answer back. */
  readonly room: WaitingRoom;
}

export function createEdge({ bodyBytesInFlight }: Env): Edge {
  const share = Math.max(MEDIA_BODY_BYTES_MAX, Math.floor(bodyBytesInFlight / SHARES));
  return {
    ipLimit: new IpLimit(),
    knownKeys: new KnownKeys(),
    bodies: new BodyBudget(bodyBytesInFlight, share),
    discards: new DiscardAllowance(),
    bodyDeadlineMs: BODY_DEADLINE_MS,
    room: new WaitingRoom(),
  };
}
