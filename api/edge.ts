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

/** Open streams of one process; each asks the database twice a second. */
const STREAMS_MAX = 500;
const STREAMS_OF_SESSION = 2;
const TOO_MANY_STREAMS = () =>
  `This session has ${STREAMS_OF_SESSION} streams already. Close one of them, or ask without a stream.`;

/** Archives that one process packs; each reads one file of the store at a time. */
const ARCHIVES_MAX = 50;
const ARCHIVES_OF_ACCOUNT = 3;
const TOO_MANY_ARCHIVES = () =>
  `The account is downloading ${ARCHIVES_OF_ACCOUNT} archives already. Wait until one has ended.`;

/** What the requests of one process share: its counters and bounds. */
export interface Edge {
  readonly ipLimit: IpLimit;
  readonly knownKeys: KnownKeys;
  readonly bodies: BodyBudget;
  readonly discards: DiscardAllowance;
  readonly bodyDeadlineMs: number;
  /** Requests that hold their answer back. */
  readonly room: WaitingRoom;
  /** Streams that are open, by session. */
  readonly streams: WaitingRoom;
  /** Archives that are being sent, by account. */
  readonly archives: WaitingRoom;
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
    streams: new WaitingRoom(STREAMS_MAX, STREAMS_OF_SESSION, TOO_MANY_STREAMS),
    archives: new WaitingRoom(ARCHIVES_MAX, ARCHIVES_OF_ACCOUNT, TOO_MANY_ARCHIVES),
  };
}
