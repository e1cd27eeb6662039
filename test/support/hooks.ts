import { migrate } from '../../cli/migrate.js';
import { startTestServers, type RunServers, type TestServers } from './servers.js';
import { until } from './until.js';

/** Tells the processes of a run where its servers are. */
const VARIABLE = 'TEST_SERVERS';

let servers: RunServers | null = null;

/** The real servers of this run, as this process uses them: PostgreSQL (migrated), Temporal, S3. */
export function testServers(): TestServers {
  const jobs: readonly TestServers[] = JSON.parse(process.env[VARIABLE] ?? '[]');
  // mocha numbers its processes; one that takes the place of a dead one has a number beyond.
  const mine = jobs[Number(process.env['MOCHA_WORKER_ID'] ?? 0) % jobs.length];
  if (!mine) throw new Error('the servers are started by the global set-up of mocha');
  return mine;
}

/**
 * Starts the servers that `testServers` names; benchmarks use it without mocha.
 * @param jobs processes that run tests side by side
 */
export async function startSharedServers(jobs = 1): Promise<void> {
  servers = await startTestServers(jobs);
  for (const { databaseUrl } of servers.jobs) await migrate(databaseUrl);
  process.env[VARIABLE] = JSON.stringify(servers.jobs);
}

export async function stopSharedServers(): Promise<void> {
  await servers?.stop();
}

/** Once a run, before mocha starts the processes of its jobs. */
export async function mochaGlobalSetup(): Promise<void> {
  await startSharedServers(Number(process.env['TEST_JOBS'] ?? 1));
}

export async function mochaGlobalTeardown(): Promise<void> {
  await stopSharedServers();
}

/** What a file may not leave behind: it would disturb those that follow in the same process. */
const LEFT_OPEN = ['TCPServerWrap', 'ProcessWrap'];

export const mochaHooks = {
  /** After each file, where one process runs several; a run in one process is checked at its end. */
  async afterAll(): Promise<void> {
    if (process.env['MOCHA_WORKER_ID'] === undefined) return;
    const open = () => process.getActiveResourcesInfo().filter((name) => LEFT_OPEN.includes(name));
    await until('servers and processes of the file to be closed', async () => !open().length);
  },
};
