import { performance } from 'node:perf_hooks';
import { encodeCursor } from '../domain/contract/cursor.js';
import { createDataSource, NO_TIMEOUTS } from '../entities/data-source.js';
import { readUsage } from '../domain/accounts/read-usage.js';
import { findCollections } from '../domain/collections/find-collections.js';
import { findGenerations, type GenerationFilter } from '../domain/generations/find-generations.js';
import { startSharedServers, stopSharedServers } from '../test/support/hooks.js';
import { buildCustomer } from '../test/support/accounts.js';
import { startApi } from '../test/support/platform.js';

/*
 * Measures pages of a library of 100,000 generations: the database time of the list and usage queries, at random
 * positions and with each filter. A second account of the same size exists, so that no index contains only one account.
 */
const ROWS = Number(process.env['ROWS'] ?? 100_000);
const RUNS = Number(process.env['RUNS'] ?? 200);

/**
 * Inserts one image per minute. One in 1,000 has failed, and one in 10,000 mentions a lighthouse. The oldest tenth
 * mentions a heron. Every prompt of the second account mentions a harbour, and no prompt of the first account does.
 */
const FILL = `
WITH made AS (
  INSERT INTO generation (id, account_id, key_id, type, model, status, credits, request, created_at)
  SELECT 'gen_' || md5($1 || n), $1, $2, CASE WHEN n % 20 = 0 THEN 'video' ELSE 'image' END,
    CASE WHEN n % 20 = 0 THEN 'kling' ELSE 'service-image' END,
    CASE WHEN n % 1000 = 0 THEN 'failed' ELSE 'completed' END, 2,
    jsonb_build_object('prompt', 'a red fox ' || n || ' in snow, painted in oil on a wooden board, '
      || repeat('with soft light and long shadows, ', 4)
      || CASE WHEN n % 10000 = 0 THEN 'by the lighthouse ' ELSE '' END
      || CASE WHEN n > $3 * 0.9 THEN 'with a heron ' ELSE '' END || $4::text,
      'character_id', CASE WHEN n % 500 = 0 THEN 'a2b3c4d5e6f7a2b3c4d5' END),
    now() - n * interval '1 minute'
  FROM generate_series(1, $3::integer) AS n RETURNING id, created_at, type, model
)
INSERT INTO hold (id, account_id, ref_type, ref_id, key_id, month, sub, pur, settled_sub, state,
  created_at, closed_at, type, model)
SELECT 'hold_' || md5(id), $1, 'generation', id, $2, date_trunc('month', created_at), 2, 0, 2,
  'settled', created_at, created_at, type, model FROM made`;

/** Gives one generation in 1,000 a title, one of which in 10 mentions a meadow. */
const TITLE = `
UPDATE generation SET title = 'Draft ' || credits || CASE WHEN substr(id, 5, 1) = '7'
  THEN ' of the meadow' ELSE '' END
WHERE account_id = $1 AND substr(id, 33) < '0042'`;

/** Fills a collection with this many generations, spread over the whole library. */
const COLLECT = `
WITH made AS (INSERT INTO collection (id, account_id, name, items) VALUES ($1, $2, $1, $3::int)),
  chosen AS (SELECT id, created_at, row_number() OVER (ORDER BY created_at) AS place
    FROM generation WHERE account_id = $2)
INSERT INTO collection_item (collection_id, generation_id, made_at)
SELECT $1, id, created_at FROM chosen WHERE place % ($4::int / $3::int) = 0`;

const SMALL = `col_${'1'.repeat(32)}`;
const LARGE = `col_${'2'.repeat(32)}`;

await startSharedServers();
const api = await startApi();
const { db } = api.deps;
const customers = [];
for (let n = 0; n < 2; n += 1) customers.push(await buildCustomer(db, api.url, { credits: 10 }));
const filler = await createDataSource(api.deps.env.databaseUrl, 1, NO_TIMEOUTS).initialize();
for (const [index, { accountId, keyId }] of customers.entries()) {
  const begun = performance.now();
  await filler.query(FILL, [accountId, keyId, ROWS, index === 0 ? '' : 'in a harbour']);
  await filler.query(TITLE, [accountId]);
  console.log(`${ROWS} generations in ${Math.round(performance.now() - begun)} ms`);
}
const measured = customers[0]?.accountId ?? '';
await filler.query(COLLECT, [SMALL, measured, 10, ROWS]);
await filler.query(COLLECT, [LARGE, measured, 10_000, ROWS]);
await filler.query('VACUUM ANALYZE generation, hold, collection, collection_item');
await filler.destroy();

const accountId = measured;
const now = Date.now();
const anywhere = (): string =>
  encodeCursor({
    createdAtMs: now - Math.floor(Math.random() * ROWS) * 60_000,
    id: `gen_${'8'.repeat(32)}`,
  });

const LISTS: Record<string, () => GenerationFilter> = {
  'first page': () => ({}),
  'any page': () => ({ cursor: anywhere() }),
  'any page of 100': () => ({ cursor: anywhere(), limit: 100 }),
  'failed (1 in 1,000)': () => ({ status: 'failed' }),
  'failed, any page': () => ({ status: 'failed', cursor: anywhere() }),
  'nothing has this state': () => ({ status: 'cancelled' }),
  'nothing is of this model': () => ({ model: 'none' }),
  'character (1 in 500)': () => ({ characterId: 'a2b3c4d5e6f7a2b3c4d5' }),
  'a month long ago': () => ({
    createdAfter: now - 60 * 86_400_000,
    createdBefore: now - 30 * 86_400_000,
  }),
  'a common word': () => ({ words: 'fox' }),
  'a rare word (1 in 10,000)': () => ({ words: 'lighthouse' }),
  'a rare word, pages of 100': () => ({ words: 'lighthouse', limit: 100 }),
  'a rare word, any page': () => ({ words: 'lighthouse', cursor: anywhere() }),
  'two words, one of them rare': () => ({ words: 'fox lighthouse' }),
  'a word of the oldest tenth': () => ({ words: 'heron' }),
  'no such word': () => ({ words: 'submarine' }),
  'no such word, of two letters': () => ({ words: 'zq' }),
  'a word that only others use': () => ({ words: 'harbour' }),
  'a word of a title (1 in 16,000)': () => ({ words: 'meadow' }),
  'words of a title and its prompt': () => ({ words: 'meadow fox' }),
  'oldest first': () => ({ order: 'ASC' }),
  'a rare word, oldest first': () => ({ words: 'lighthouse', order: 'ASC' }),
  'failed, oldest first': () => ({ status: 'failed', order: 'ASC' }),
  'a collection of 10': () => ({ collection: SMALL }),
  'a collection of 10,000': () => ({ collection: LARGE }),
  'a collection of 10,000, oldest first': () => ({ collection: LARGE, order: 'ASC' }),
  'a collection of 10,000, any page': () => ({ collection: LARGE, cursor: anywhere() }),
  'failed ones of a collection of 10,000': () => ({ collection: LARGE, status: 'failed' }),
  'a rare word in a collection of 10,000': () => ({ collection: LARGE, words: 'lighthouse' }),
  'a word of a title in a collection of 10': () => ({ collection: SMALL, words: 'meadow' }),
  'a rare word of a character': () => ({
    words: 'lighthouse',
    characterId: 'a2b3c4d5e6f7a2b3c4d5',
  }),
};
for (const [what, filter] of Object.entries(LISTS)) {
  await measure(what, () => findGenerations(db.manager, accountId, filter()));
}
await measure('both collections with previews', () =>
  findCollections(db.manager, accountId, {}, (key) => key),
);
for (const by of ['model', 'type', 'key', 'member'] as const) {
  const from = new Date(now - 69 * 86_400_000).toISOString().slice(0, 10);
  await measure(`usage by ${by}, 30 days`, () => readUsage(db.manager, accountId, { by }));
  await measure(`usage by ${by}, all`, () => readUsage(db.manager, accountId, { by, from }));
}
await api.stop();
await stopSharedServers();

async function measure(what: string, act: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  const begun = performance.now();
  for (let run = 0; run < RUNS && performance.now() - begun < 10_000; run += 1) {
    const at = performance.now();
    await act();
    times.push(performance.now() - at);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1);
  console.log(`${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (${sorted.length} runs)`);
}
