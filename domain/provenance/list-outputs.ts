import type { DataSource } from 'typeorm';
import type { Generation } from '../../entities/generation.js';
import { queryOne, queryRows } from '../../entities/rows.js';
import type { ResignPage, ResignScope } from '../catalogue/resigning.js';

/** An output that may have to be signed again. */
export interface StoredOutput extends Pick<Generation, 'id' | 'type' | 'model' | 'makers'> {
  readonly outputKey: string;
  readonly completedAt: Date;
  /** Sizes of the files that the present key has signed, of which one may be stored. */
  readonly signedSizes: readonly number[];
  /** Whether this run has made one of those signatures. */
  readonly isSignedByRun: boolean;
}

const WHERE = `g.status = 'completed' AND g.output_key IS NOT NULL
  AND g.completed_at < $1 AND ($2::text IS NULL OR g.account_id = $2)`;

const PAGE = `
SELECT g.id, g.type, g.model, g.makers, g.output_key AS "outputKey",
  g.completed_at AS "completedAt", coalesce(c.sizes, '{}') AS "signedSizes",
  coalesce(c.recent, false) AS "isSignedByRun"
FROM generation g LEFT JOIN LATERAL (
  SELECT array_agg(size::float8) AS sizes, bool_or(created_at >= $5) AS recent
  FROM content_credential WHERE generation_id = g.id AND signed_by = $4
) c ON true
WHERE ${WHERE} AND g.id > $3 ORDER BY g.id LIMIT $6`;

/** Lists outputs in the order of their ids, with the signatures of one key. */
export const listOutputs = (
  db: DataSource,
  { accountId, before, after, startedAt }: ResignPage,
  signedBy: string,
  length: number,
): Promise<StoredOutput[]> => {
  const values = [new Date(before), accountId, after, signedBy, new Date(startedAt), length];
  return queryRows(db, PAGE, values);
};

/** Rows of one counting statement, far below what the statement timeout allows. */
const COUNTED_MAX = 5_000;

const COUNT = `
SELECT count(*)::float8 AS total, count(*) FILTER (WHERE EXISTS (
  SELECT FROM content_credential c WHERE c.generation_id = p.id AND c.signed_by = $4
))::float8 AS signed, max(p.id) AS "last"
FROM (SELECT g.id FROM generation g WHERE ${WHERE} AND g.id > $3
  ORDER BY g.id LIMIT ${COUNTED_MAX}) p`;

/** Counts the outputs of a scope, and those that a key has signed, page by page. */
export async function countOutputs(
  db: DataSource,
  { accountId, before }: ResignScope,
  signedBy: string,
): Promise<{ total: number; signed: number }> {
  let [total, signed, after] = [0, 0, ''];
  for (;;) {
    const values = [new Date(before), accountId, after, signedBy];
    const page = await queryOne<{ total: number; signed: number; last: string | null }>(
      db,
      COUNT,
      values,
    );
    total += page?.total ?? 0;
    signed += page?.signed ?? 0;
    after = page?.last ?? '';
    if ((page?.total ?? 0) < COUNTED_MAX) return { total, signed };
  }
}
