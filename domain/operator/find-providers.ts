import type { EntityManager } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import type { AdminProviderBody } from '../contract/admin-runs.js';

/** Orders in the last 30 days and today's health, per provider and upstream model. */
const WAYS = `
SELECT coalesce(o.provider, h.provider) AS provider,
  coalesce(o.upstream_model, h.upstream_model) AS upstream_model,
  coalesce(h.failures, 0) AS failures,
  extract(epoch FROM h.rests_until)::float8 * 1000 AS rests_until,
  coalesce(o.orders, 0)::int AS orders, coalesce(o.cost, 0)::float8 AS cost_usd,
  h.rests_until > now() AS is_resting
FROM (SELECT provider, upstream_model, count(*) AS orders, sum(cost_usd) AS cost
      FROM upstream_order WHERE created_at > now() - interval '30 days'
      GROUP BY provider, upstream_model) AS o
FULL JOIN route_health h USING (provider, upstream_model)
ORDER BY 1, 2`;

interface SourceHealthRow {
  provider: string;
  upstream_model: string;
  failures: number;
  rests_until: number | null;
  is_resting: boolean | null;
  orders: number;
  cost_usd: number;
}

/** Lists every upstream model in use, and every configured provider without a model in use. */
export async function findProviders(
  db: EntityManager,
  configured: readonly string[],
): Promise<AdminProviderBody[]> {
  const rows = await queryRows<SourceHealthRow>(db, WAYS);
  const used = new Set(rows.map(({ provider }) => provider));
  const unused = configured.filter((provider) => !used.has(provider));
  return [...rows.map(presentWay), ...unused.map((provider) => ({ ...UNUSED, provider }))].toSorted(
    (a, b) => a.provider.localeCompare(b.provider),
  );
}

const UNUSED = {
  object: 'admin_provider',
  upstream_model: null,
  failures: 0,
  rests_until: null,
  orders: 0,
  cost_usd: 0,
} as const;

const presentWay = (row: SourceHealthRow): AdminProviderBody => ({
  object: 'admin_provider',
  provider: row.provider,
  upstream_model: row.upstream_model,
  failures: row.failures,
  rests_until: row.is_resting ? Math.floor(row.rests_until ?? 0) : null,
  orders: row.orders,
  cost_usd: row.cost_usd,
});
