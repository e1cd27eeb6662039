import type { EntityManager } from 'typeorm';
import { rowsOf } from '../../entities/rows.js';
import type { GenerationStatus, Stage } from '../catalogue/stages.js';
import { pause } from '../webhooks/wait-for-events.js';
import { NEWEST_EVENT } from '../webhooks/read-events.js';

/** How far a generation is that is under way. */
export interface Progress {
  readonly id: string;
  readonly status: GenerationStatus;
  /** What is done now; null while it waits, and between two tries. */
  readonly stage: Stage | null;
  /** Tries that have begun and that have ended: another number is another state. */
  readonly moves: number;
}

/** What a look sees of an account. */
export interface AccountNews {
  /** Stands for the newest event that can be read: another one means that there are more. */
  readonly newest: string | null;
  /** What is under way. */
  readonly open: readonly Progress[];
}

const LOOK_EVERY_MS = 500;
/** No look takes as long: whoever waits is woken by one, or leaves. */
const WAIT_MS = 3_600_000;

interface Waiting {
  readonly accountId: string;
  readonly seen: AbortController;
  news: AccountNews | null;
}

/**
 * Whoever follows what happens in accounts, in this process. All of them share one look, twice a
 * second, as long as anybody waits for it.
 */
export class AccountWatch {
  private readonly waits = new Set<Waiting>();
  private isLooking = false;

  constructor(
    private readonly look: (
      accountIds: readonly string[],
    ) => Promise<ReadonlyMap<string, AccountNews>>,
  ) {}

  /**
   * Waits for the next look; a database that is away for a moment makes it later.
   * @param ended any of them ends the wait at once
   * @returns null when it was ended
   */
  async next(accountId: string, ended: readonly AbortSignal[]): Promise<AccountNews | null> {
    const wait: Waiting = { accountId, seen: new AbortController(), news: null };
    this.waits.add(wait);
    if (!this.isLooking) void this.lookOn();
    await pause(WAIT_MS, [...ended, wait.seen.signal]);
    this.waits.delete(wait);
    return wait.news;
  }

  private async lookOn(): Promise<void> {
    this.isLooking = true;
    while (this.waits.size > 0) {
      await pause(LOOK_EVERY_MS, []);
      const accounts = [...new Set([...this.waits].map(({ accountId }) => accountId))];
      const seen = accounts.length === 0 ? null : await this.look(accounts).catch(() => null);
      if (seen) this.tell(seen);
    }
    this.isLooking = false;
  }

  /** Who has come while it looked, for an account that it did not look at, waits for the next. */
  private tell(seen: ReadonlyMap<string, AccountNews>): void {
    for (const wait of this.waits) {
      wait.news = seen.get(wait.accountId) ?? null;
      if (wait.news) wait.seen.abort();
    }
  }
}

/** More than any plan runs at once. */
const MOST = 200;

const OPEN = `
SELECT g.id, g.status, max(s.stage) FILTER (WHERE s.ended_at IS NULL) AS stage,
  (count(s.started_at) + count(s.ended_at))::integer AS moves
FROM generation g LEFT JOIN generation_step s ON s.generation_id = g.id
WHERE g.account_id = w.account_id AND g.status IN ('queued', 'processing')
GROUP BY g.id LIMIT ${MOST}`;

const LOOK = `
SELECT w.account_id AS "accountId", e.newest, p.open FROM unnest($1::text[]) AS w (account_id)
LEFT JOIN LATERAL (${NEWEST_EVENT}) e ON true
CROSS JOIN LATERAL (SELECT coalesce(json_agg(o), '[]') AS open FROM (${OPEN}) AS o) AS p`;

/** Looks at accounts, all in one statement. */
export async function seeAccounts(
  db: EntityManager,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountNews>> {
  const rows = await rowsOf<AccountNews & { accountId: string }>(db, LOOK, [accountIds]);
  return new Map(rows.map(({ accountId, newest, open }) => [accountId, { newest, open }]));
}
