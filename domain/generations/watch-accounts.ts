import type { EntityManager } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import type { GenerationStatus, Stage } from '../catalogue/stages.js';
import type { Watch } from '../durable/watch.js';
import { NEWEST_EVENT } from '../webhooks/read-events.js';

/** An open generation's progress. */
export interface GenerationProgress {
  readonly id: string;
  readonly status: GenerationStatus;
  /** The current stage; null while the generation waits, and between two attempts. */
  readonly stage: Stage | null;
  /** Number of started plus ended attempts. It changes with each step. */
  readonly moves: number;
}

/** An account's state, as polled. */
export interface AccountNews {
  /** Identifies the newest readable event: if it changes, there are more events. */
  readonly newest: string | null;
  /** Open generations. */
  readonly open: readonly GenerationProgress[];
}

/** Interval of polls. People watch these streams, and each poll reads all their generations. */
export const ACCOUNTS_EVERY_MS = 500;
/** Longer than any poll takes, because a poll or the caller ends each wait earlier. */
const WAIT_SECONDS = 3_600;

/**
 * Waits for the next poll of an account.
 * @param ended signals, each of them ends the wait immediately
 * @returns null if a signal ended the wait
 */
export function waitForNews(
  watch: Watch<AccountNews>,
  accountId: string,
  ended: readonly AbortSignal[],
): Promise<AccountNews | null> {
  const until = (seen: AccountNews | undefined) => seen !== undefined;
  return watch.wait({ key: accountId, seconds: WAIT_SECONDS, ended, until });
}

/** More generations than any plan runs concurrently. */
const MOST = 200;

const OPEN = `
SELECT g.id, g.status, max(s.stage) FILTER (WHERE s.ended_at IS NULL) AS stage,
  (count(s.started_at) + count(s.ended_at))::integer AS moves
FROM generation g LEFT JOIN generation_step s ON s.generation_id = g.id
WHERE g.account_id = w.account_id AND g.status IN ('queued', 'processing')
  AND g.type <> 'speech'
GROUP BY g.id LIMIT ${MOST}`;

const READ_ACCOUNTS = `
SELECT w.account_id AS "accountId", e.newest, p.open FROM unnest($1::text[]) AS w (account_id)
LEFT JOIN LATERAL (${NEWEST_EVENT}) e ON true
CROSS JOIN LATERAL (SELECT coalesce(json_agg(o), '[]') AS open FROM (${OPEN}) AS o) AS p`;

/** Polls accounts with one statement. */
export async function pollAccounts(
  db: EntityManager,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountNews>> {
  const rows = await queryRows<AccountNews & { accountId: string }>(db, READ_ACCOUNTS, [
    accountIds,
  ]);
  return new Map(rows.map(({ accountId, newest, open }) => [accountId, { newest, open }]));
}
