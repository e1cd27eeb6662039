import type { DataSource } from 'typeorm';
import { affected } from '../../entities/rows.js';

/**
 * Looks at photos of characters and products on one UTC day. Nobody pays for them, and a caller who
 * saves and deletes the same subject again and again could ask for any number. The largest plan has
 * room for 80 subjects, so all can be saved on one day.
 */
export const VISION_CALLS_PER_DAY = 100;

/** One guarded upsert, as for uploads: when it changes no row, the allowance is used. */
const COUNT = `
INSERT INTO daily_usage AS u (account_id, day, vision_calls) VALUES ($1, $2::date, 1)
ON CONFLICT (account_id, day) DO UPDATE SET vision_calls = u.vision_calls + 1
  WHERE u.vision_calls < $3
RETURNING vision_calls`;

/**
 * Counts a call of the vision model, before it is made.
 * @returns false when the allowance of the UTC day of `now` is used
 */
export async function countVisionCall(
  db: DataSource,
  accountId: string,
  now = new Date(),
): Promise<boolean> {
  const day = now.toISOString().slice(0, 10);
  return (await affected(db, COUNT, [accountId, day, VISION_CALLS_PER_DAY])) === 1;
}
