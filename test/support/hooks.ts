import { migrate } from '../../entities/migrate.js';
import { startTestServers } from './servers.js';

type TestServers = Awaited<ReturnType<typeof startTestServers>>;

let servers: TestServers | null = null;

/** The real servers of this run: PostgreSQL (migrated), Temporal, S3. */
export function testServers(): TestServers {
  if (!servers) throw new Error('the servers are started by the root hook of mocha');
  return servers;
}

/** Started once per run, before the first test. */
export const mochaHooks = {
  async beforeAll(this: Mocha.Context) {
    this.timeout(600_000);
    servers = await startTestServers();
    await migrate(servers.databaseUrl);
  },
  async afterAll(this: Mocha.Context) {
    this.timeout(60_000);
    await servers?.stop();
  },
};
