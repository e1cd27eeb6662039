import type { DataSource } from 'typeorm';
import { removeInBatches } from './remove-in-batches.js';
import { pruneRefused } from './request-records.js';
import { pruneAnswers } from './idempotency-keys.js';
import { pruneUnkeyed } from './unkeyed-requests.js';

/** Maximum batches per kind and call, which is half a million rows. The next call continues. */
export const BATCHES_MAX = 500;

/**
 * Removes stored responses and records of refused requests older than 7 days, and requests without
 * a key that retries can no longer adopt.
 * @param signal stops the removal between two batches
 * @returns the number of removed rows
 */
export async function pruneRequests(
  db: DataSource,
  signal?: AbortSignal,
): Promise<{ answers: number; refusals: number }> {
  await removeInBatches(() => pruneUnkeyed(db.manager), BATCHES_MAX, signal);
  return {
    answers: await removeInBatches(() => pruneAnswers(db.manager), BATCHES_MAX, signal),
    refusals: await removeInBatches(() => pruneRefused(db.manager), BATCHES_MAX, signal),
  };
}
