import { In, type DataSource } from 'typeorm';
import { Account } from '../../entities/account.js';
import { Generation } from '../../entities/generation.js';
import type { AdminRunBody } from '../contract/admin-runs.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';
import { listStuck, type WatchedKind } from './stuck-rows.js';

/** Default page length, used without `limit`. */
const PAGE = 50;

/** The Temporal web UI and namespace where people can see runs; null if unknown. */
export interface RunPlace {
  readonly temporalUiUrl: string | null;
  readonly temporalNamespace: string;
}

/** Selects failed generations; absent fields select all. */
interface FailureFilter {
  readonly error_code?: string;
  readonly model?: string;
}

/** Lists failed generations, newest first. */
export async function findFailedRuns(
  db: DataSource,
  page: PageRequest,
  { error_code: code, model }: FailureFilter,
  place: RunPlace,
): Promise<Page<AdminRunBody>> {
  const query = db.manager.createQueryBuilder(Generation, 'g').where({ status: 'failed' });
  if (model !== undefined) query.andWhere({ model });
  if (code !== undefined)
    query.andWhere(`coalesce(g.error ->> 'code', 'UNKNOWN') = :code`, { code });
  const { rows, nextCursor } = await readPage(query, page, PAGE);
  const names = await findAccountNames(
    db,
    rows.map(({ accountId }) => accountId),
  );
  const runs = rows.map((row) => ({
    ...toRun(place, 'generation', row.id),
    account_id: row.accountId,
    account_name: names.get(row.accountId) ?? '',
    status: row.status,
    error_code: row.error?.code ?? null,
    created_at: row.createdAt.getTime(),
    run_seen_at: row.runSeenAt?.getTime() ?? null,
  }));
  return { rows: runs, nextCursor };
}

/** Lists work that has been open for long although its run was not seen, oldest first; one page. */
export async function findStuckRuns(
  db: DataSource,
  { limit = PAGE, afterSeconds }: { readonly limit?: number; readonly afterSeconds: number },
  place: RunPlace,
): Promise<Page<AdminRunBody>> {
  const kinds: readonly WatchedKind[] = ['generation', 'social_post'];
  const found = kinds.map(async (kind) => {
    const rows = (await listStuck(db.manager, kind, afterSeconds, limit)) as StuckRow[];
    return rows.map((row) => ({
      ...toRun(place, kind, row.id),
      account_id: row.account_id,
      account_name: '',
      status: row.status,
      error_code: null,
      created_at: row.created_at.getTime(),
      run_seen_at: row.run_seen_at?.getTime() ?? null,
    }));
  });
  const rows = (await Promise.all(found)).flat().slice(0, limit);
  const names = await findAccountNames(
    db,
    rows.map((row) => row.account_id),
  );
  const named = rows.map((row) => ({ ...row, account_name: names.get(row.account_id) ?? '' }));
  return { rows: named, nextCursor: null };
}

/** Finds accounts' names by id. */
async function findAccountNames(
  db: DataSource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const accounts = await db.manager.findBy(Account, { id: In([...new Set(ids)]) });
  return new Map(accounts.map(({ id, name }) => [id, name ?? '']));
}

interface StuckRow {
  readonly id: string;
  readonly account_id: string;
  readonly status: string;
  readonly created_at: Date;
  readonly run_seen_at: Date | null;
}

/** Describes a row's run, which has the same id as the row. */
const toRun = ({ temporalUiUrl, temporalNamespace }: RunPlace, kind: WatchedKind, id: string) => ({
  id,
  object: 'admin_run' as const,
  kind,
  temporal_url:
    temporalUiUrl &&
    `${temporalUiUrl}/namespaces/${encodeURIComponent(temporalNamespace)}/workflows/${id}`,
});
