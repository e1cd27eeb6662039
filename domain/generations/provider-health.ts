import type { DataSource } from 'typeorm';
import { sourceName, type ModelSource } from '../catalogue/model-source.js';
import type { RestingSources } from '../ports/resting-sources.js';

/**
 * A source that fails this often in a row is asked last, for a time that doubles with each further
 * failure.
 */
const FAILURES_MIN = 3;
const REST_S = 30;
const REST_DOUBLINGS_MAX = 5;

/** Notes whether a source succeeded. A success clears its failures. */
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

/** Puts the sources that have failed lately last. A single source is asked whatever its health. */
export async function sortByHealth(
  resting: RestingSources,
  sources: readonly ModelSource[],
): Promise<ModelSource[]> {
  if (sources.length < 2) return [...sources];
  const names = await resting.read();
  const isResting = (source: ModelSource) => names.has(sourceName(source));
  return [...sources.filter((source) => !isResting(source)), ...sources.filter(isResting)];
}
