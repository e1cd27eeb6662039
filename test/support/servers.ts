import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createDataSource, NO_TIMEOUTS } from '../../entities/data-source.js';
import { findLivingProcess, stopOrphans } from '../../supervisor/pid-file.js';
import { findFreePort } from '../../supervisor/ports.js';
import { startServers } from '../../supervisor/servers.js';
import { provideTools } from '../../tools/setup.mjs';
import { clientSettings, makeCertificates } from './certificates.js';
import { startTlsFront } from './tls-front.js';
import { makeRunFolder, RUN_FOLDER_PREFIX } from './run-folder.js';

const NEW_MS = 60_000;

/** What one job of a test run uses of the servers: no other job sees it. */
export interface TestServers {
  /** Superuser of a database of its own, empty at first. */
  readonly databaseUrl: string;
  /** `host:port`. */
  readonly temporalAddress: string;
  /** The same without anything before it. */
  readonly temporalDirect: string;
  readonly temporalNamespace: string;
  /** Settings that this run needs to reach Temporal; none unless it is behind mutual TLS. */
  readonly temporalTls: Readonly<Record<string, string>>;
  readonly s3: {
    readonly endpoint: string;
    readonly bucket: string;
    readonly accessKey: string;
    readonly secretKey: string;
  };
}

/** The real servers of one test run. */
export interface RunServers {
  /** One entry a job. */
  readonly jobs: readonly TestServers[];
  /** Stops all three and deletes their data. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL, Temporal and S3 on free ports, with data in a new temporary folder.
 * @param jobs processes that run tests side by side
 * @throws {Error} when one does not start; the others are stopped
 */
export async function startTestServers(jobs: number): Promise<RunServers> {
  await removeLeftovers();
  const tools = await provideTools(['temporal', 'versitygw']);
  const folder = makeRunFolder();
  const keys = { accessKey: 'test', secretKey: randomBytes(16).toString('hex') };
  const password = randomBytes(16).toString('hex');
  const names = Array.from({ length: jobs }, (_, job) => `job-${job}`);
  const servers = await startServers({
    folder,
    postgres: { port: await findFreePort(0), password, durable: false },
    temporal: {
      binary: tools.temporal,
      port: await findFreePort(0),
      uiPort: null,
      namespaces: names,
    },
    s3: { binary: tools.versitygw, port: await findFreePort(0), ...keys },
  });
  const { postgres, temporal, s3 } = servers;
  if (!postgres || !temporal || !s3) throw new Error('a test server was not started');
  await createDatabases(postgres.url, names);
  // `TEST_TEMPORAL_TLS=1` puts mutual TLS before Temporal for every test of the run.
  const certificates = process.env['TEST_TEMPORAL_TLS'] ? makeCertificates(folder) : null;
  const front = certificates && (await startTlsFront(temporal.address, certificates));
  return {
    jobs: names.map((name) => ({
      databaseUrl: new URL(name, postgres.url).href,
      temporalAddress: front?.address ?? temporal.address,
      temporalDirect: temporal.address,
      temporalNamespace: name,
      temporalTls: certificates ? clientSettings(certificates) : {},
      s3: { endpoint: s3.endpoint, bucket: name, ...keys },
    })),
    async stop() {
      await front?.stop();
      await servers.stop();
      postgres.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabases(serverUrl: string, names: readonly string[]): Promise<void> {
  const server = createDataSource(serverUrl, 1, NO_TIMEOUTS);
  await server.initialize();
  try {
    for (const name of names) await server.query(`CREATE DATABASE "${name}"`);
  } finally {
    await server.destroy();
  }
}

/** A test run that was killed leaves servers and data behind; the next one cleans up. */
async function removeLeftovers(): Promise<void> {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(RUN_FOLDER_PREFIX));
  for (const folder of folders.map((name) => join(resolve(tmpdir()), name))) {
    const { uid, mtimeMs } = statSync(folder);
    // One made a moment ago may not have its owner's record yet.
    if (uid !== process.getuid?.() || Date.now() - mtimeMs < NEW_MS) continue;
    if (findLivingProcess(join(folder, 'owner.pid'))) continue;
    if (existsSync(join(folder, 'run'))) await stopOrphans(join(folder, 'run'));
    rmSync(folder, { recursive: true, force: true });
  }
}
