import type { AnswerClaim } from '../domain/catalogue/runs.js';
import { NoTurn, type Turns } from '../domain/ports/turns.js';

/**
 * Does the work of a request after that of those which came before it under the same key. Each that
 * waited in the database instead would hold a connection meanwhile. Whoever gets no turn goes on all
 * the same: the database decides, as between processes.
 */
export async function afterTwins<T>(
  twins: Turns,
  { accountId, key }: AnswerClaim,
  work: () => Promise<T>,
): Promise<T> {
  let isBegun = false;
  try {
    return await twins.take(`${accountId} ${key}`, () => {
      isBegun = true;
      return work();
    });
  } catch (error) {
    if (isBegun || !(error instanceof NoTurn)) throw error;
    return work();
  }
}
