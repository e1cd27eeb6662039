import type { DataSource } from 'typeorm';
import { executeAndCount } from '../../entities/rows.js';

/**
 * Maximum analyses of subject photos per account and UTC day. They are free, so a caller who keeps
 * saving and deleting the same subject could cause any number. The largest plan allows 80 subjects,
 * so all can be saved on one day.
 */
export const VISION_CALLS_PER_DAY = 100;

/** One guarded upsert, as for uploads: if it changes no row, the allowance is used up. */
const COUNT = `
INSERT INTO daily_usage AS u (account_id, day, vision_calls) VALUES ($1, $2::date, 1)
ON CONFLICT (account_id, day) DO UPDATE SET vision_calls = u.vision_calls + 1
  WHERE u.vision_calls < $3
RETURNING vision_calls`;

/**
 * Counts a call to the vision model before it is made.
 * @returns false if the allowance for `now`'s UTC day is used up
 */
export async function countVisionCall(
  db: DataSource,
  accountId: string,
  now = new Date(),
): Promise<boolean> {
  const day = now.toISOString().slice(0, 10);
  return (await executeAndCount(db, COUNT, [accountId, day, VISION_CALLS_PER_DAY])) === 1;
}
