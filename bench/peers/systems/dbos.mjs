import { DBOS } from '@dbos-inc/dbos-sdk';
import { accept, draw, inTransaction, prepare, serve, settle } from './job.mjs';

// Runs a workflow with two recorded steps. The job is accepted before the workflow starts.
await prepare();
const url = new URL(process.env.DATABASE_URL);
DBOS.setConfig({
  name: 'bench',
  systemDatabaseUrl: url.href,
  systemDatabaseSchemaName: 'bench_dbos',
  logLevel: 'error',
});
const work = DBOS.registerWorkflow(
  async (id) => {
    const key = await DBOS.runStep(() => draw(id), { name: 'draw' });
    await DBOS.runStep(() => settle(id, key), { name: 'settle' });
  },
  { name: 'work' },
);
await DBOS.launch();
serve(async () => {
  const id = await inTransaction(accept);
  const handle = await DBOS.startWorkflow(work, { workflowID: id })(id);
  await handle.getResult();
});
