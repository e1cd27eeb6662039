import type { DataSource } from 'typeorm';
import { removeInBatches } from './remove-in-batches.js';
import { pruneRefused } from './request-records.js';
import { pruneAnswers } from './stored-answers.js';

/** Batches of one kind in one call, half a million rows; the next call goes on. */
export const BATCHES_MAX = 500;

/**
 * Removes stored answers and records of refused requests that are past their 7 days.
 * @param signal ends it between two batches
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
