import { Logger, run } from 'graphile-worker';
import { accept, draw, inTransaction, pool, prepare, serve, settle, Waiting } from './job.mjs';

// Adds the job in the accepting transaction. A task in this process runs the job.
await prepare();
const waiting = new Waiting();
await run({
  pgPool: pool,
  schema: 'bench_graphile',
  concurrency: 20,
  noHandleSignals: true,
  logger: new Logger(() => () => undefined),
  taskList: {
    async work({ id }) {
      await settle(id, await draw(id));
      waiting.end(id);
    },
  },
});
serve(async () => {
  const id = await inTransaction(async (tx) => {
    const made = await accept(tx);
    await tx.query(`SELECT bench_graphile.add_job('work', json_build_object('id', $1::text))`, [
      made,
    ]);
    return made;
  });
  await waiting.for(id);
});
