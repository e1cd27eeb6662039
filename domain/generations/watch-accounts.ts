import type { EntityManager } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import type { GenerationStatus, Stage } from '../catalogue/stages.js';
import { pause } from '../webhooks/wait-for-events.js';
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

const POLL_INTERVAL_MS = 500;
/** Longer than any poll takes, because a poll or the caller ends each wait earlier. */
const WAIT_MS = 3_600_000;

interface NewsWaiter {
  readonly accountId: string;
  readonly seen: AbortController;
  news: AccountNews | null;
}

/**
 * Polls the accounts that this process follows. All waits share one poll, which runs twice a second
 * while there are waits.
 */
export class AccountWatch {
  private readonly waits = new Set<NewsWaiter>();
  private isPolling = false;

  constructor(
    private readonly readAccounts: (
      accountIds: readonly string[],
    ) => Promise<ReadonlyMap<string, AccountNews>>,
  ) {}

  /**
   * Waits for the next poll. A short database failure only delays it.
   * @param ended signals, any of which ends the wait immediately
   * @returns null if a signal ended the wait
   */
  async waitForNews(accountId: string, ended: readonly AbortSignal[]): Promise<AccountNews | null> {
    const wait: NewsWaiter = { accountId, seen: new AbortController(), news: null };
    this.waits.add(wait);
    if (!this.isPolling) void this.pollUntilIdle();
    await pause(WAIT_MS, [...ended, wait.seen.signal]);
    this.waits.delete(wait);
    return wait.news;
  }

  private async pollUntilIdle(): Promise<void> {
    this.isPolling = true;
    while (this.waits.size > 0) {
      await pause(POLL_INTERVAL_MS, []);
      const accounts = [...new Set([...this.waits].map(({ accountId }) => accountId))];
      const seen =
        accounts.length === 0 ? null : await this.readAccounts(accounts).catch(() => null);
      if (seen) this.notifyWaiters(seen);
    }
    this.isPolling = false;
  }

  /**
   * Resolves the waits for polled accounts. A wait that began during the poll, for an account that
   * was not polled, waits for the next poll.
   */
  private notifyWaiters(seen: ReadonlyMap<string, AccountNews>): void {
    for (const wait of this.waits) {
      wait.news = seen.get(wait.accountId) ?? null;
      if (wait.news) wait.seen.abort();
    }
  }
}

/** More generations than any plan runs concurrently. */
const MOST = 200;

const OPEN = `
SELECT g.id, g.status, max(s.stage) FILTER (WHERE s.ended_at IS NULL) AS stage,
  (count(s.started_at) + count(s.ended_at))::integer AS moves
FROM generation g LEFT JOIN generation_step s ON s.generation_id = g.id
WHERE g.account_id = w.account_id AND g.status IN ('queued', 'processing')
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
