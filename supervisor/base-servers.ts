import type { Secrets } from './load-secrets.js';
import { startServers, type Servers } from './servers.js';
import type { Settings } from './settings.js';
import { startAllOrNone, stopAfterFailure } from './start-all.js';
import type { Ports } from './wiring.js';

/** The inputs for starting one run's servers. */
export interface BaseServerOptions {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly ports: Ports;
  readonly abort: AbortSignal;
}

/**
 * Starts the servers that are not configured elsewhere. The database is prepared while the others
 * start.
 * @param prepare migrates the database to the newest schema; receives the servers started so far
 * @throws {Error} if a server does not start or the database cannot be prepared; all servers are
 * then stopped
 */
export async function startBaseServers(
  { settings, secrets, ports, abort }: BaseServerOptions,
  prepare: (servers: Servers) => Promise<unknown>,
): Promise<Servers> {
  const { dataDir: folder, databaseUrl, temporalAddress, s3Endpoint } = settings;
  const none = { folder, abort, postgres: null, temporal: null, s3: null };
  const [database, others] = await startAllOrNone([
    startServers({
      ...none,
      postgres: databaseUrl
        ? null
        : { port: ports.postgres, password: secrets.postgresPassword, durable: true },
    }).then((servers) => stopAfterFailure(servers, () => prepare(servers))),
    startServers({
      ...none,
      temporal: temporalAddress
        ? null
        : {
            binary: settings.temporalBinary,
            port: ports.temporal,
            uiPort: ports.temporalUi,
            metricsPort: ports.temporalMetrics,
          },
      s3: s3Endpoint
        ? null
        : {
            binary: settings.s3Binary,
            port: ports.s3,
            accessKey: secrets.s3AccessKey,
            secretKey: secrets.s3SecretKey,
          },
    }),
  ]);
  return {
    ...others,
    postgres: database.postgres,
    async stop() {
      await others.stop();
      await database.stop();
    },
  };
}
