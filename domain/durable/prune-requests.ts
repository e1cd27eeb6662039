import type { DataSource } from 'typeorm';
import { removeInBatches } from './remove-in-batches.js';
import { pruneRefused } from './request-records.js';
import { pruneAnswers } from './stored-answers.js';

/** Batches per kind and call: half a million rows. The next call continues. */
export const BATCHES_MAX = 500;

/**
 * Removes stored answers and records of refused requests older than 7 days.
 * @param signal stops it between two batches
 * @returns rows removed
 */
export async function pruneRequests(
  db: DataSource,
  signal?: AbortSignal,
): Promise<{ answers: number; refusals: number }> {
  return {
    answers: await removeInBatches(() => pruneAnswers(db.manager), BATCHES_MAX, signal),
    refusals: await removeInBatches(() => pruneRefused(db.manager), BATCHES_MAX, signal),
  };
}
