import { createKeyLookup } from '../domain/accounts/find-callers.js';
import { Watch } from '../domain/durable/watch.js';
import {
  ACCOUNTS_EVERY_MS,
  pollAccounts,
  type AccountNews,
} from '../domain/generations/watch-accounts.js';
import { pollGenerations, type GenerationPoll } from '../domain/generations/watch-generations.js';
import {
  cacheStageTimes,
  measureStages,
  type StageTimes,
} from '../domain/generations/stage-times.js';
import { measureTypicalTimes, type TypicalTimes } from '../domain/operator/typical-times.js';
import { pollPosts, type PostPoll } from '../domain/social/posts/wait-for-post.js';
import type { Deps } from '../runtime/deps.js';
import { EventWaiters } from '../domain/webhooks/event-waiters.js';
import { AddressLimit } from './middleware/address-limit.js';
import { BodyBudget } from './middleware/body-budget.js';
import { DiscardAllowance } from './middleware/refused-body-allowance.js';
import { UnauthenticatedLimit } from './middleware/unauthenticated-limit.js';
import { loadAgain } from './middleware/load-again.js';
import { KeyLookupBatcher } from './middleware/key-lookup-batcher.js';
import { KnownKeys } from './middleware/known-keys.js';
import { MEDIA_BODY_BYTES_MAX } from './middleware/read-body.js';

/** Time limit for receiving a request body. */
const BODY_DEADLINE_MS = 30_000;

/**
 * Number of shares of the body memory. An account can hold one share, and always one body of any
 * size.
 */
const SHARES = 4;

/** Maximum open streams of one process. The streams share one database query. */
const STREAMS_MAX = 500;
const STREAMS_OF_SESSION = 2;
const TOO_MANY_STREAMS = () =>
  `This session already has ${STREAMS_OF_SESSION} streams. Close one of them, or poll \`GET /v1/events\` instead.`;

const STREAMS_OF_ACCOUNT = 50;
const TOO_MANY_OF_ACCOUNT = () =>
  `The account already has ${STREAMS_OF_ACCOUNT} streams of generations. Close one of them, or poll the generation instead.`;

/** Maximum archives that one process packs; each archive reads one stored file at a time. */
const ARCHIVES_MAX = 50;
const ARCHIVES_OF_ACCOUNT = 3;
const TOO_MANY_ARCHIVES = () =>
  `The account is already downloading ${ARCHIVES_OF_ACCOUNT} archives or usage exports. Wait until one has finished.`;

/** Maximum requests and tool calls that wait for generations. They share one database query. */
const WAITS_MAX = 500;
const WAITS_OF_ACCOUNT = 50;
const TOO_MANY_WAITS = () =>
  `The account has ${WAITS_OF_ACCOUNT} requests open that wait for generations. Wait until one is answered. Nothing was charged.`;

/** Time between measurements of all models, each with one statement. */
const TYPICAL_TIMES_MS = 10 * 60_000;

/** Limits per address, because the OAuth endpoints for agents need no authentication. */
export interface AgentLimits {
  /** Requests that a person has to answer. Each one is stored for a while. */
  readonly questions: AddressLimit;
  readonly requests: AddressLimit;
  readonly registrations: AddressLimit;
  /** Client metadata documents that are fetched. */
  readonly documents: AddressLimit;
}

const HOUR_MS = 3_600_000;
const createAgentLimits = (): AgentLimits => ({
  questions: new AddressLimit(120),
  // Many people's agents can share an address.
  requests: new AddressLimit(600),
  registrations: new AddressLimit(60, HOUR_MS),
  documents: new AddressLimit(30),
});
/** Limits on guessing the codes of other people's device logins. */
export interface UserCodeLimits {
  readonly byPerson: AddressLimit;
  readonly byNetwork: AddressLimit;
}

const TEN_MINUTES_MS = 600_000;
const createUserCodeLimits = (): UserCodeLimits => ({
  byPerson: new AddressLimit(30, TEN_MINUTES_MS),
  byNetwork: new AddressLimit(300, TEN_MINUTES_MS),
});

const TOO_MANY_AT_BOXES = 'Too many requests from your network. Wait a moment.';

/** Counters and limits that all requests of the process share. */
export interface Edge {
  readonly ipLimit: UnauthenticatedLimit;
  /** Counts unknown API keys by network. */
  readonly keyGuesses: UnauthenticatedLimit;
  /** Counts all requests to upload boxes, whose visitors are not authenticated. */
  readonly boxLimit: UnauthenticatedLimit;
  readonly knownKeys: KnownKeys;
  readonly keyLookups: KeyLookupBatcher;
  readonly bodies: BodyBudget;
  readonly discards: DiscardAllowance;
  /** OAuth limits per address. */
  readonly agents: AgentLimits;
  readonly userCodes: UserCodeLimits;
  /** Files that a network may have checked without a key. */
  readonly verifications: AddressLimit;
  readonly bodyDeadlineMs: number;
  /** Requests that are long-polling. */
  readonly room: EventWaiters;
  /** Open streams, by session. */
  readonly streams: EventWaiters;
  /** Polls the accounts whose events requests wait for. */
  readonly accounts: Watch<AccountNews>;
  /** Archive downloads in flight, by account. */
  readonly archives: EventWaiters;
  /** Requests and tool calls that wait for generations, by account. */
  readonly waits: EventWaiters;
  /** Polls the generations that requests wait for. */
  readonly generations: Watch<GenerationPoll>;
  /** Open streams about one generation, by account. */
  readonly generationStreams: EventWaiters;
  /** Returns how long recent generations took. */
  readonly stageTimes: () => StageTimes;
  /** Returns how long the models of this service take. Only the first call waits. */
  readonly typicalTimes: () => Promise<TypicalTimes>;
  /** Polls the posts that requests wait for. */
  readonly posts: Watch<PostPoll>;
}

export function createEdge({ env, db }: Pick<Deps, 'env' | 'db'>): Edge {
  const { bodyBytesInFlight } = env;
  const share = Math.max(MEDIA_BODY_BYTES_MAX, Math.floor(bodyBytesInFlight / SHARES));
  return {
    ipLimit: new UnauthenticatedLimit(),
    keyGuesses: new UnauthenticatedLimit(),
    boxLimit: new UnauthenticatedLimit(TOO_MANY_AT_BOXES),
    knownKeys: new KnownKeys(),
    keyLookups: new KeyLookupBatcher((prefetch) => createKeyLookup(db, prefetch)),
    bodies: new BodyBudget(bodyBytesInFlight, share),
    discards: new DiscardAllowance(),
    agents: createAgentLimits(),
    userCodes: createUserCodeLimits(),
    verifications: new AddressLimit(60),
    bodyDeadlineMs: BODY_DEADLINE_MS,
    room: new EventWaiters(),
    streams: new EventWaiters(STREAMS_MAX, STREAMS_OF_SESSION, TOO_MANY_STREAMS),
    accounts: new Watch((ids) => pollAccounts(db.manager, ids), ACCOUNTS_EVERY_MS),
    archives: new EventWaiters(ARCHIVES_MAX, ARCHIVES_OF_ACCOUNT, TOO_MANY_ARCHIVES),
    waits: new EventWaiters(WAITS_MAX, WAITS_OF_ACCOUNT, TOO_MANY_WAITS),
    generations: new Watch((ids) => pollGenerations(db.manager, ids)),
    generationStreams: new EventWaiters(STREAMS_MAX, STREAMS_OF_ACCOUNT, TOO_MANY_OF_ACCOUNT),
    stageTimes: cacheStageTimes(() => measureStages(db.manager)),
    typicalTimes: loadAgain(
      // A visitor without a key can ask for the measurement, so a failed one also has to last.
      (before: TypicalTimes = new Map()) => measureTypicalTimes(db).catch(() => before),
      TYPICAL_TIMES_MS,
    ),
    posts: new Watch((ids) => pollPosts(db.manager, ids)),
  };
}
