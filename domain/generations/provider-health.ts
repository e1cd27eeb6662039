import type { DataSource } from 'typeorm';
import type { ModelSource } from '../catalogue/model-source.js';
import { queryRows } from '../../entities/rows.js';
import { ANSWER_JSON } from '../durable/idempotency-keys.js';

/**
 * Number of consecutive failures that make a source the last choice for some time. That time
 * doubles with each further failure.
 */
const FAILURES_MIN = 3;
const REST_S = 30;
const REST_DOUBLINGS_MAX = 5;

/** Records whether a source succeeded. A success resets its failures. */
export async function recordHealth(
  db: DataSource,
  { provider, upstreamModel }: ModelSource,
  ok: boolean,
): Promise<void> {
  if (ok) {
    await db.query('DELETE FROM route_health WHERE provider = $1 AND upstream_model = $2', [
      provider,
      upstreamModel,
    ]);
    return;
  }
  await db.query(
    `INSERT INTO route_health AS h (provider, upstream_model, failures, rests_until)
     VALUES ($1, $2, 1, now())
     ON CONFLICT (provider, upstream_model) DO UPDATE SET failures = h.failures + 1,
       rests_until = now() + CASE WHEN h.failures + 1 < $3 THEN 0
         ELSE $4 * power(2, least(h.failures + 1 - $3, $5)) END * interval '1 s'`,
    [provider, upstreamModel, FAILURES_MIN, REST_S, REST_DOUBLINGS_MAX],
  );
}

/** Builds a source's name, in TypeScript and in SQL from a row. */
const formatSourceName = ({ provider, upstreamModel }: ModelSource): string =>
  `${provider} ${upstreamModel}`;
const NAME = "provider || ' ' || upstream_model";
const IS_RESTING = 'FROM route_health WHERE rests_until > now()';

/**
 * Extra data read with the caller of a generation request: the stored response and the resting
 * sources.
 */
export const HEALTH_PREFETCH = {
  name: 'answer_and_health',
  sql: `SELECT json_build_object('answer', (${ANSWER_JSON}),
    'resting', (SELECT coalesce(json_agg(${NAME}), '[]') ${IS_RESTING}))`,
};

/** Reads the names of the resting sources, if they were read with the caller. */
export const readPrefetchedResting = (prefetched: unknown): readonly string[] | null =>
  prefetched === undefined ? null : (prefetched as { readonly resting: readonly string[] }).resting;

export interface HealthDeps {
  readonly db: DataSource;
  /** Names of the resting sources; null or absent if not read yet. */
  readonly resting?: readonly string[] | null;
}

async function findResting(db: DataSource): Promise<readonly string[]> {
  const rows = await queryRows<{ name: string }>(db, `SELECT ${NAME} AS name ${IS_RESTING}`);
  return rows.map(({ name }) => name);
}

/**
 * Moves sources that failed recently to the end. If there is only one source, it is always used.
 */
export async function sortByHealth(
  deps: HealthDeps,
  sources: readonly ModelSource[],
): Promise<ModelSource[]> {
  if (sources.length < 2) return [...sources];
  const resting = new Set(deps.resting ?? (await findResting(deps.db)));
  const isResting = (source: ModelSource) => resting.has(formatSourceName(source));
  return [...sources.filter((source) => !isResting(source)), ...sources.filter(isResting)];
}
