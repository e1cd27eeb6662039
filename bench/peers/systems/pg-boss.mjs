import { PgBoss } from 'pg-boss';
import { accept, draw, inTransaction, prepare, serve, settle, Waiting } from './job.mjs';

// Sends the job in the accepting transaction. The job is fetched when PostgreSQL sends a notification.
await prepare();
const waiting = new Waiting();
const boss = new PgBoss({
  connectionString: process.env.DATABASE_URL,
  schema: 'bench_boss',
  useListenNotify: true,
});
boss.on('error', (error) => console.error(error.message));
await boss.start();
await boss.createQueue('work', { notify: true });
const SECONDS_BETWEEN_FETCHES = 0.5;
await boss.work(
  'work',
  { batchSize: 20, pollingIntervalSeconds: SECONDS_BETWEEN_FETCHES },
  async (jobs) => {
    await Promise.all(
      jobs.map(async ({ data: { id } }) => {
        await settle(id, await draw(id));
        waiting.end(id);
      }),
    );
  },
);
serve(async () => {
  const id = await inTransaction(async (tx) => {
    const made = await accept(tx);
    const db = { executeSql: (text, values) => tx.query(text, values) };
    await boss.send('work', { id: made }, { db });
    return made;
  });
  await waiting.for(id);
});
