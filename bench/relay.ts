import { countPending, startPending } from '../domain/durable/relay-starts.js';
import { createDataSource, NO_TIMEOUTS } from '../entities/data-source.js';
import { createLog } from '../runtime/log.js';
import { startSharedServers, stopSharedServers, testServers } from '../test/support/hooks.js';

/**
 * Drains the outbox after an outage, and reports rows per second for each tenth of a million rows, with many fairness
 * keys and with one. Workflow starts succeed immediately, so only the relay is measured. `npm run bench:relay --
 * 1000000 10000`: rows, fairness keys
 */
const [ROWS = 1_000_000, KEYS = 10_000] = process.argv.slice(2).map(Number);
/** Maximum duration of a drain. A longer drain is aborted, and its progress is reported. */
const LONGEST_MS = 15 * 60_000;
/** Number of database connections of an orchestrator. */
const POOL_SIZE = 8;

const FILL = `
INSERT INTO workflow_start
  (workflow_id, workflow_type, args, account_id, fairness_key, summary, attributes, next_try_at)
SELECT 'dlv_' || md5(n::text), 'deliverWebhook', '[{"deliveryId": "dlv_00000000000000000000"}]',
  'acc_' || n % $2, 'whk_' || n % $2, 'generation.completed to example.com',
  '{"AccountId": "acc_00000000000000000000"}', now() - interval '1 hour' + n * interval '1 ms'
FROM generate_series(1, $1) AS n`;

/** Fills the outbox over a connection without timeouts. */
async function fill(url: string): Promise<void> {
  const db = createDataSource(url, 1, NO_TIMEOUTS);
  await db.initialize();
  await db.query('TRUNCATE workflow_start');
  await db.query(FILL, [ROWS, KEYS]);
  await db.query('ANALYZE workflow_start');
  await db.destroy();
}

await startSharedServers();
const { databaseUrl } = testServers();
await fill(databaseUrl);
const db = createDataSource(databaseUrl, POOL_SIZE);
await db.initialize();
let started = 0;
const place = { after: '' };
const deps = {
  db,
  startWorkflow: async () => void (started += 1),
  log: createLog('bench', 'warn'),
};
console.log(`${ROWS} rows, ${KEYS} key(s)`);
const began = performance.now();
const seconds = (since: number): number => (performance.now() - since) / 1_000;
try {
  for (let tenth = 1; tenth <= 10 && seconds(began) * 1_000 < LONGEST_MS; tenth += 1) {
    const at = performance.now();
    const before = started;
    let taken = 1;
    while (taken > 0 && started < (ROWS * tenth) / 10 && seconds(began) * 1_000 < LONGEST_MS) {
      taken = await startPending(deps, place);
    }
    const counted = performance.now();
    const pending = await countPending(db);
    console.log(
      `tenth ${tenth}: ${((started - before) / seconds(at)).toFixed(0)} rows/s, ` +
        `${pending} counted in ${(seconds(counted) * 1_000).toFixed(1)} ms`,
    );
  }
  console.log(`${started} started in ${seconds(began).toFixed(0)} s`);
} catch (error) {
  console.log(`${started} started, then: ${error instanceof Error ? error.message : 'failed'}`);
} finally {
  await db.destroy();
  await stopSharedServers();
}
