import { migrate } from '../../entities/migrate.js';
import { startTestServers, type TestServers } from './servers.js';

let servers: TestServers | null = null;

/** The real servers of this run: PostgreSQL (migrated), Temporal, S3. */
export function testServers(): TestServers {
  if (!servers) throw new Error('the servers are started by the root hook of mocha');
  return servers;
}

/** Starts the servers that `testServers` names; benchmarks use it without mocha. */
export async function startSharedServers(): Promise<void> {
  servers = await startTestServers();
  await migrate(servers.databaseUrl);
}

export async function stopSharedServers(): Promise<void> {
  await servers?.stop();
}

/** Started once per run, before the first test. */
export const mochaHooks = {
  async beforeAll(this: Mocha.Context) {
    this.timeout(600_000);
    await startSharedServers();
  },
  async afterAll(this: Mocha.Context) {
    this.timeout(60_000);
    await stopSharedServers();
  },
};
