import type { DataSource } from 'typeorm';
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
    answers: await inBatches(() => pruneAnswers(db.manager), signal),
    refusals: await inBatches(() => pruneRefused(db.manager), signal),
  };
}

async function inBatches(remove: () => Promise<number>, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < BATCHES_MAX && !signal?.aborted; batch += 1) {
    const count = await remove();
    removed += count;
    if (count === 0) break;
  }
  return removed;
}
