import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createDataSource, NO_TIMEOUTS } from '../../entities/data-source.js';
import { findLivingProcess, stopOrphans } from '../../supervisor/pid-file.js';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { startServers } from '../../supervisor/servers.js';
import { provideTools } from '../../tools/setup.mjs';
import { clientSettings, makeCertificates } from './certificates.js';
import { startTlsFront } from './tls-front.js';
import { makeRunFolder, RUN_FOLDER_PREFIX } from './run-folder.js';

const NEW_MS = 60_000;

/** Names of the servers that tests share. */
export const ALL_SERVERS: ReadonlySet<string> = new Set(['postgres', 'temporal', 's3']);
/** Address for servers that the run does not use. Nothing listens there. */
const NOWHERE = '127.0.0.1:1';
/** Additional jobs, for a process that replaces a dead one. */
const SPARE_JOBS = 1;

/** Part of the servers that only one job of a test run uses. */
export interface TestServers {
  /** URL of a separate database, with a superuser. The database is empty at first. */
  readonly databaseUrl: string;
  /** `host:port`. */
  readonly temporalAddress: string;
  /** Address without a scheme. */
  readonly temporalDirect: string;
  readonly temporalNamespace: string;
  /** Settings with which this run reaches Temporal; empty unless Temporal is behind mutual TLS. */
  readonly temporalTls: Readonly<Record<string, string>>;
  readonly s3: {
    readonly endpoint: string;
    readonly bucket: string;
    readonly accessKey: string;
    readonly secretKey: string;
  };
}

/** Real servers of a test run. */
export interface RunServers {
  /** One entry per job. */
  readonly jobs: readonly TestServers[];
  /** Stops all three servers and deletes their data. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL, Temporal and S3 on free ports, with data in a new temporary folder.
 * @param jobs number of processes that run tests concurrently
 * @param wanted names of the servers to start; the addresses of the other servers lead nowhere
 * @param migrate creates the tables of a database
 * @throws {Error} if a server does not start; the others are stopped
 */
export async function startTestServers(
  jobs: number,
  wanted: ReadonlySet<string>,
  migrate: (databaseUrl: string) => Promise<unknown>,
): Promise<RunServers> {
  await removeLeftovers();
  const tools = await provideTools(['temporal', 'versitygw']);
  const folder = makeRunFolder();
  const keys = { accessKey: 'test', secretKey: randomBytes(16).toString('hex') };
  const password = randomBytes(16).toString('hex');
  const spare = jobs > 1 ? SPARE_JOBS : 0;
  const names = Array.from({ length: jobs + spare }, (_, job) => `job-${job}`);
  const servers = await startServers({
    folder,
    postgres: wanted.has('postgres')
      ? { port: await findFreePort(0), password, durable: false }
      : null,
    temporal: wanted.has('temporal')
      ? { binary: tools.temporal, port: await findFreePort(0), uiPort: null, namespaces: names }
      : null,
    s3: wanted.has('s3') ? { binary: tools.versitygw, port: await findFreePort(0), ...keys } : null,
  });
  const { postgres, s3 } = servers;
  if (postgres) await createDatabases(postgres.url, names, migrate);
  const temporal = servers.temporal?.address ?? NOWHERE;
  // With `TEST_TEMPORAL_TLS=1`, every test of the run reaches Temporal through mutual TLS.
  const certificates = process.env['TEST_TEMPORAL_TLS'] ? makeCertificates(folder) : null;
  const front = certificates && (await startTlsFront(temporal, certificates));
  return {
    jobs: names.map((name) => ({
      databaseUrl: new URL(name, postgres?.url ?? `postgres://${NOWHERE}`).href,
      temporalAddress: front?.address ?? temporal,
      temporalDirect: temporal,
      temporalNamespace: name,
      temporalTls: certificates ? clientSettings(certificates) : {},
      s3: { endpoint: s3?.endpoint ?? `http://${NOWHERE}`, bucket: name, ...keys },
    })),
    async stop() {
      await front?.stop();
      await servers.stop();
      postgres?.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates one database with all tables, and copies it for the other jobs, because a copy takes a
 * tenth of the time.
 */
async function createDatabases(
  serverUrl: string,
  names: readonly string[],
  migrate: (databaseUrl: string) => Promise<unknown>,
): Promise<void> {
  const [first, ...others] = names;
  const server = createDataSource(serverUrl, 1, NO_TIMEOUTS);
  await server.initialize();
  try {
    await server.query(`CREATE DATABASE "${first}"`);
    await migrate(new URL(first ?? '', serverUrl).href);
    for (const name of others) await server.query(`CREATE DATABASE "${name}" TEMPLATE "${first}"`);
  } finally {
    await server.destroy();
  }
}

/** Stops the servers and deletes the data that a killed test run has left behind. */
async function removeLeftovers(): Promise<void> {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(RUN_FOLDER_PREFIX));
  for (const folder of folders.map((name) => join(resolve(tmpdir()), name))) {
    const { uid, mtimeMs } = statSync(folder);
    // A folder that was created a moment ago may not have a record of its owner yet.
    if (uid !== process.getuid?.() || Date.now() - mtimeMs < NEW_MS) continue;
    if (findLivingProcess(join(folder, 'owner.pid'))) continue;
    if (existsSync(join(folder, 'run'))) await stopOrphans(join(folder, 'run'));
    rmSync(folder, { recursive: true, force: true });
  }
}
