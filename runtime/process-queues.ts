import type { ObjectFacts } from '../domain/ports/object-store.js';
import type { Upload } from '../entities/upload.js';
import { FairQueue } from './fair-queue.js';
import { SharedLooks } from './shared-looks.js';
import {
  ADMISSIONS,
  BOX_VISITS,
  IMPORTS,
  LOOKS,
  PREPARATIONS,
  REFRESHES,
  TWINS,
} from './shares.js';

/** What a process does at once for its callers, each with its own bounds. */
export function createQueues() {
  return {
    admissions: new FairQueue(ADMISSIONS),
    boxVisits: new FairQueue(BOX_VISITS),
    twins: new FairQueue(TWINS),
    imports: new FairQueue(IMPORTS),
    refreshes: new FairQueue(REFRESHES),
    preparations: new FairQueue(PREPARATIONS),
    stagedLooks: new SharedLooks<ObjectFacts | Upload | null>(new FairQueue(LOOKS)),
  };
}
