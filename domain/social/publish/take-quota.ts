import type { EntityManager } from 'typeorm';
import {
  describeSocialLimit,
  SOCIAL_LIMITS,
  type LimitRow,
} from '../../catalogue/social-limits.js';
import type { Platform } from '../../catalogue/social-platforms.js';
import { PlatformFailure } from '../../ports/social-platform.js';
import { executeAndCount, queryOne } from '../../../entities/rows.js';

/** Counts one call in the current window; writes nothing after the limit is reached. */
const TAKE = `
INSERT INTO social_quota AS q (name, window_start, used) VALUES ($1, $2, 1)
ON CONFLICT (name, window_start) DO UPDATE SET used = q.used + 1 WHERE q.used < $3
RETURNING 1`;

const EVERY = `
SELECT to_timestamp(floor(extract(epoch FROM now()) * 1000 / $1::bigint) * $1::bigint / 1000) AS start,
  to_timestamp((floor(extract(epoch FROM now()) * 1000 / $1::bigint) + 1) * $1::bigint / 1000) AS end`;
const DAY_OF = `
SELECT date_trunc('day', now(), $1) AS start,
  date_trunc('day', now(), $1) + interval '1 day' AS end`;

interface QuotaWindow {
  start: Date;
  end: Date;
}

async function readWindow(tx: EntityManager, { window }: LimitRow): Promise<QuotaWindow> {
  const row =
    'everyMs' in window
      ? await queryOne<QuotaWindow>(tx, EVERY, [window.everyMs])
      : await queryOne<QuotaWindow>(tx, DAY_OF, [window.dayOf]);
  if (!row) throw new Error('a window has no row');
  return row;
}

/**
 * Counts a step against a platform's limits for our app and for an account, over all processes.
 * Must be called in a transaction, which is rolled back after a refusal.
 * @throws {PlatformFailure} `rate_limited` until the window ends
 */
export async function takeQuota(
  tx: EntityManager,
  platform: Platform,
  step: LimitRow['step'],
  remoteId: string,
): Promise<void> {
  for (const limit of SOCIAL_LIMITS) {
    if (limit.platform !== platform || limit.step !== step) continue;
    const { start, end } = await readWindow(tx, limit);
    const name = describeSocialLimit(limit, remoteId);
    if ((await executeAndCount(tx, TAKE, [name, start, limit.max])) === 1) continue;
    const code = `own limit ${limit.step}/${limit.scope}`;
    throw new PlatformFailure('rate_limited', 'QUOTA_REACHED', code, end.getTime());
  }
}

/**
 * Removes past windows.
 * @returns the number of removed rows
 */
export function pruneQuotas(db: EntityManager): Promise<number> {
  return executeAndCount(
    db,
    `DELETE FROM social_quota WHERE window_start < now() - interval '2 days'`,
  );
}
