import type { ObjectFacts } from '../domain/ports/object-store.js';
import type { TurnQueue } from '../domain/ports/turns.js';
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

/** Queues for marking and checking the origin of files. */
export interface OriginQueues {
  /** Queue for watermarking outputs. */
  readonly watermarkTurns: TurnQueue;
  /** Fair queue per network for checks of files without a key. */
  readonly verifications: TurnQueue;
}

/** Creates the queues that limit callers' concurrent work, each with separate limits. */
export function createQueues() {
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
