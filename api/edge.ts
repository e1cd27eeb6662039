import { createLookUp } from '../domain/accounts/look-up-keys.js';
import { AccountWatch, seeAccounts } from '../domain/generations/watch-accounts.js';
import type { Deps } from '../runtime/deps.js';
import { WaitingRoom } from '../domain/webhooks/waiting-room.js';
import { AddressLimit } from './middleware/address-limit.js';
import { BodyBudget } from './middleware/body-budget.js';
import { DiscardAllowance } from './middleware/discard-allowance.js';
import { IpLimit } from './middleware/ip-limit.js';
import { KeyLookUps } from './middleware/key-look-ups.js';
import { KnownKeys } from './middleware/known-keys.js';
import { MEDIA_BODY_BYTES_MAX } from './middleware/read-body.js';

/** How long a body may take to arrive. */
const BODY_DEADLINE_MS = 30_000;

/** One account may hold this part of the memory for bodies, and one body of any size. */
const SHARES = 4;

/** Open streams of one process. They share one question to the database. */
const STREAMS_MAX = 500;
const STREAMS_OF_SESSION = 2;
const TOO_MANY_STREAMS = () =>
  `This session has ${STREAMS_OF_SESSION} streams already. Close one of them, or ask without a stream.`;

/** Archives that one process packs; each reads one file of the store at a time. */
const ARCHIVES_MAX = 50;
const ARCHIVES_OF_ACCOUNT = 3;
const TOO_MANY_ARCHIVES = () =>
  `The account is downloading ${ARCHIVES_OF_ACCOUNT} archives already. Wait until one has ended.`;

/** Agents that wait for the end of a generation. They share one question to the database. */
const WATCHES_MAX = 500;
const WATCHES_OF_ACCOUNT = 50;

/** Sign-in of agents is open to strangers; each limit is that of one address. */
export interface AgentLimits {
  /** Requests for which a person is asked: each is kept for a while. */
  readonly questions: AddressLimit;
  readonly requests: AddressLimit;
  readonly registrations: AddressLimit;
  /** Documents that are fetched for somebody. */
  readonly documents: AddressLimit;
}

const HOUR_MS = 3_600_000;
const createAgentLimits = (): AgentLimits => ({
  questions: new AddressLimit(120),
  // Agents of many people may share an address.
  requests: new AddressLimit(600),
  registrations: new AddressLimit(60, HOUR_MS),
  documents: new AddressLimit(30),
});
const TOO_MANY_AT_BOXES = 'Too much at once comes from your network. Wait a moment.';

/** What the requests of one process share: its counters and bounds. */
export interface Edge {
  readonly ipLimit: IpLimit;
  /** API keys that were looked up and are unknown, by network. */
  readonly keyGuesses: IpLimit;
  /** All requests to upload boxes, whose visitors nobody knows. */
  readonly boxLimit: IpLimit;
  readonly knownKeys: KnownKeys;
  readonly keyLookUps: KeyLookUps;
  readonly bodies: BodyBudget;
  readonly discards: DiscardAllowance;
  /** What one address may ask of the sign-in of agents. */
  readonly agents: AgentLimits;
  readonly bodyDeadlineMs: number;
  /** Requests that hold their answer back. */
  readonly room: WaitingRoom;
  /** Streams that are open, by session. */
  readonly streams: WaitingRoom;
  /** What streams follow. */
  readonly accounts: AccountWatch;
  /** Archives that are being sent, by account. */
  readonly archives: WaitingRoom;
  /** Calls of tools that wait for the end of a generation, by account. */
  readonly watches: WaitingRoom;
}

export function createEdge({ env, db }: Pick<Deps, 'env' | 'db'>): Edge {
  const { bodyBytesInFlight } = env;
  const share = Math.max(MEDIA_BODY_BYTES_MAX, Math.floor(bodyBytesInFlight / SHARES));
  return {
    ipLimit: new IpLimit(),
    keyGuesses: new IpLimit(),
    boxLimit: new IpLimit(TOO_MANY_AT_BOXES),
    knownKeys: new KnownKeys(),
    keyLookUps: new KeyLookUps((beside) => createLookUp(db, beside)),
    bodies: new BodyBudget(bodyBytesInFlight, share),
    discards: new DiscardAllowance(),
    agents: createAgentLimits(),
    bodyDeadlineMs: BODY_DEADLINE_MS,
    room: new WaitingRoom(),
    streams: new WaitingRoom(STREAMS_MAX, STREAMS_OF_SESSION, TOO_MANY_STREAMS),
    accounts: new AccountWatch((ids) => seeAccounts(db.manager, ids)),
    archives: new WaitingRoom(ARCHIVES_MAX, ARCHIVES_OF_ACCOUNT, TOO_MANY_ARCHIVES),
    watches: new WaitingRoom(WATCHES_MAX, WATCHES_OF_ACCOUNT),
  };
}
