import type { ObjectFacts } from '../domain/ports/object-store.js';
import type { SharedReads, TurnQueue } from '../domain/ports/turns.js';
import type { Upload } from '../entities/upload.js';
import { FairQueue } from './fair-queue.js';
import { SharedReadQueue } from './shared-reads.js';
import {
  ACCOUNT_TURNS,
  ADMISSIONS,
  BOX_VISITS,
  IMPORTS,
  STAGED_READS,
  PICTURES,
  MEDIA_VISITS,
  PORTRAITS,
  PREPARATIONS,
  REFRESHES,
  STRANGERS,
  VERIFICATIONS,
  WATERMARKS,
} from './shares.js';

/** Queues that limit callers' concurrent work. */
export interface Queues {
  /** Fair queue per account for rendering preset portraits. */
  readonly portraitTurns: TurnQueue;
  /** Fair queue per account for transactions that lock the account's rows. */
  readonly accountTurns: TurnQueue;
  /** Fair queue per key owner for API key lookups. */
  readonly admissions: TurnQueue;
  /** Fair queue per network for database queries by unauthenticated clients. */
  readonly strangers: TurnQueue;
  /** Fair queue per network for file lookups at `/media`. */
  readonly mediaVisits: TurnQueue;
  /** Queue for watermarking outputs. */
  readonly watermarkTurns: TurnQueue;
  /** Fair queue per network for checks of files without a key. */
  readonly verifications: TurnQueue;
  /** Fair queue per upload box for reading and filling it. */
  readonly boxVisits: TurnQueue;
  readonly imports: TurnQueue;
  /** Fair queue per account for converting images in responses. */
  readonly pictureTurns: TurnQueue;
  /** Fair queue for loading files for an upstream. */
  readonly preparations: TurnQueue;
  /** Fair queue per connected account for token refreshes. */
  readonly refreshes: TurnQueue;
  readonly stagedReads: SharedReads<ObjectFacts | Upload | null>;
}

/** Creates the queues that limit callers' concurrent work, each with separate limits. */
export function createQueues(): Queues {
  return {
    accountTurns: new FairQueue(ACCOUNT_TURNS),
    admissions: new FairQueue(ADMISSIONS),
    strangers: new FairQueue(STRANGERS),
    mediaVisits: new FairQueue(MEDIA_VISITS),
    boxVisits: new FairQueue(BOX_VISITS),
    imports: new FairQueue(IMPORTS),
    pictureTurns: new FairQueue(PICTURES),
    portraitTurns: new FairQueue(PORTRAITS),
    refreshes: new FairQueue(REFRESHES),
    verifications: new FairQueue(VERIFICATIONS),
    watermarkTurns: new FairQueue(WATERMARKS),
    preparations: new FairQueue(PREPARATIONS),
    stagedReads: new SharedReadQueue<ObjectFacts | Upload | null>(new FairQueue(STAGED_READS)),
  };
}
