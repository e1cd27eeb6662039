import type { DataSource } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import { saveSweepCursor, readSweepCursor } from '../durable/sweep-place.js';
import { deliveryRows } from './reconcile-deliveries.js';
import { generationRows } from './reconcile-generations.js';
import { postRows } from './reconcile-posts.js';
import type { LostRun, ReconcileDeps, RowKind } from './reconcile-kind.js';
import { uploadRows } from './reconcile-uploads.js';

export interface RoundOptions {
  /** Rows opened more recently than this are skipped, because their start may be in flight. */
  readonly afterSeconds: number;
  /** Ends the round after the current row; the next round continues with the following row. */
  readonly signal: AbortSignal;
  readonly pageLength?: number;
  readonly pagesMax?: number;
}

/** A round's result for one kind of rows. */
export interface ReconcileResult {
  readonly checked: number;
  /** Number of rows failed, closed or restarted. */
  readonly settled: number;
  /**
   * Number of rows whose run is unknown because Temporal did not respond; the next round checks
   * them again.
   */
  readonly unanswered: number;
}

/** Rows per page, whose runs are queried together, and pages per kind and round. */
const PAGE_LENGTH = 200;
const PAGES_MAX = 25;

const KINDS = {
  generations: generationRows,
  deliveries: deliveryRows,
  uploads: uploadRows,
  posts: postRows,
} as const satisfies Record<string, RowKind>;

/**
 * Finds rows that have been open for long and no longer have a run, because someone terminated it
 * or Temporal lost its database, and ends or restarts these rows. Never changes a row with an open
 * run, a row that the relay has yet to start, or any row while Temporal does not respond.
 */
export async function reconcileRows(
  deps: ReconcileDeps,
  options: RoundOptions,
): Promise<Record<keyof typeof KINDS, ReconcileResult>> {
  // Concurrently, so that thousands of generations after a data loss do not delay webhooks.
  const [generations, deliveries, uploads, posts] = await Promise.all([
    reconcileKind(deps, KINDS.generations, options),
    reconcileKind(deps, KINDS.deliveries, options),
    reconcileKind(deps, KINDS.uploads, options),
    reconcileKind(deps, KINDS.posts, options),
  ]);
  return { generations, deliveries, uploads, posts };
}

async function reconcileKind(
  deps: ReconcileDeps,
  kind: RowKind,
  options: RoundOptions,
): Promise<ReconcileResult> {
  const { signal, afterSeconds, pageLength = PAGE_LENGTH, pagesMax = PAGES_MAX } = options;
  const total = { checked: 0, settled: 0, unanswered: 0 };
  let place = await readRow(deps.db, kind);
  for (let page = 0; page < pagesMax && !signal.aborted; page += 1) {
    const rows = await readPage(deps.db, kind, afterSeconds, place, pageLength);
    const done = await reconcilePage(deps, kind, rows, options);
    total.checked += rows.length;
    total.settled += done.settled;
    total.unanswered += done.unanswered;
    // Temporal is down, or there was no time for the whole page: the next round starts with this
    // page.
    if (signal.aborted || (rows.length > 0 && done.unanswered === rows.length)) break;
    place = rows.length < pageLength ? null : (rows.at(-1) ?? null);
    await keepRow(deps.db, kind, place);
    if (place === null) break;
  }
  return total;
}

async function reconcilePage(
  deps: ReconcileDeps,
  kind: RowKind,
  rows: readonly OpenRow[],
  { afterSeconds, signal }: RoundOptions,
): Promise<Pick<ReconcileResult, 'settled' | 'unanswered'>> {
  const states = await deps.runs.readStates(rows.map(({ id }) => id));
  const withState = rows.map(({ id }, index) => ({ id, state: states[index] ?? 'unknown' }));
  const alive = withState.filter(({ state }) => state === 'open');
  const ids = alive.map(({ id }) => id);
  if (ids.length > 0) await kind.markSeen?.(deps.db, ids, afterSeconds);
  let settled = 0;
  for (const { id, state } of withState) {
    if (signal.aborted) break;
    if (state === 'open' || state === 'unknown') continue;
    if (await settle(deps, kind, id, state)) settled += 1;
  }
  return { settled, unanswered: withState.filter(({ state }) => state === 'unknown').length };
}

/** Settles a row. A row that cannot be settled does not delay other rows. */
async function settle(
  deps: ReconcileDeps,
  kind: RowKind,
  id: string,
  run: LostRun,
): Promise<boolean> {
  try {
    const done = await kind.settle(deps, id, run);
    if (done) deps.log.warn({ workflowId: id, run }, 'settled a row without an open run');
    return done;
  } catch (error) {
    deps.log.error(
      { err: error, workflowId: id, run },
      'could not settle a row without an open run',
    );
    return false;
  }
}

interface OpenRow {
  readonly id: string;
  readonly since: Date;
}

/**
 * Reads a page of rows. Skips rows with a start in the outbox: the relay has yet to start their
 * run.
 */
function readPage(
  db: DataSource,
  { table, since, open }: RowKind,
  afterSeconds: number,
  after: ReconcileCursor | null,
  limit: number,
): Promise<OpenRow[]> {
  return queryRows<OpenRow>(
    db,
    `SELECT id, ${since} AS since FROM ${table}
     WHERE ${open} AND ${since} < now() - $1 * interval '1 s'
       AND (${since}, id) > ($2::timestamptz, $3)
       AND NOT EXISTS (SELECT 1 FROM workflow_start s WHERE s.workflow_id = ${table}.id)
     ORDER BY ${since}, id LIMIT $4`,
    [afterSeconds, after?.since ?? '-infinity', after?.id ?? '', limit],
  );
}

/** The last checked row; null if the next round begins with the oldest row. */
type ReconcileCursor = { readonly id: string; readonly since: Date | string };

const formatCursorName = ({ table }: RowKind) => `reconcile ${table}`;

async function readRow(db: DataSource, kind: RowKind): Promise<ReconcileCursor | null> {
  const [since, id] = (await readSweepCursor(db, formatCursorName(kind))).split(' ');
  return since && id ? { since, id } : null;
}

function keepRow(db: DataSource, kind: RowKind, place: ReconcileCursor | null): Promise<void> {
  const key = place === null ? '' : `${new Date(place.since).toISOString()} ${place.id}`;
  return saveSweepCursor(db, formatCursorName(kind), key);
}
