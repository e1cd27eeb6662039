import type { DataSource } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import type { AdminRunBody } from '../contract/admin.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';
import { listStuck, type WatchedKind } from './stuck-rows.js';

/** Default page length, used without `limit`. */
const PAGE = 50;

/** The Temporal web UI and namespace where people can see runs; null if unknown. */
export interface RunPlace {
  readonly temporalUiUrl: string | null;
  readonly temporalNamespace: string;
}

/** Lists failed generations, newest first. */
export async function findFailedRuns(
  db: DataSource,
  page: PageRequest,
  place: RunPlace,
): Promise<Page<AdminRunBody>> {
  const query = db.manager.createQueryBuilder(Generation, 'g').where({ status: 'failed' });
  const { rows, nextCursor } = await readPage(query, page, PAGE);
  const runs = rows.map((row) => ({
    ...toRun(place, 'generation', row.id),
    account_id: row.accountId,
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
      status: row.status,
      error_code: null,
      created_at: row.created_at.getTime(),
      run_seen_at: row.run_seen_at?.getTime() ?? null,
    }));
  });
  return { rows: (await Promise.all(found)).flat().slice(0, limit), nextCursor: null };
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
