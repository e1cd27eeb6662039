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

const COUNT = `
SELECT count(*)::float8 AS total, count(*) FILTER (WHERE EXISTS (
  SELECT FROM content_credential c WHERE c.generation_id = g.id AND c.signed_by = $3
))::float8 AS signed
FROM generation g WHERE ${WHERE}`;

/** Counts the outputs of a scope, and those that a key has signed. */
export async function countOutputs(
  db: DataSource,
  { accountId, before }: ResignScope,
  signedBy: string,
): Promise<{ total: number; signed: number }> {
  const values = [new Date(before), accountId, signedBy];
  return (await queryOne(db, COUNT, values)) ?? { total: 0, signed: 0 };
}
