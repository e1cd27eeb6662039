import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { livingProcess, stopOrphans, writeRecord } from '../../runtime/embedded/pid-file.js';
import { freePort } from '../../runtime/embedded/ports.js';
import { startServers } from '../../runtime/embedded/servers.js';
import { provideTools } from '../../tools/setup.mjs';

const PREFIX = 'media-platform-test-';
const NEW_MS = 60_000;

/** The real servers of one test run. */
export interface TestServers {
  /** Superuser of the empty database `media`. */
  readonly databaseUrl: string;
  /** `host:port`, namespace `default`. */
  readonly temporalAddress: string;
  readonly s3: {
    readonly endpoint: string;
    readonly accessKey: string;
    readonly secretKey: string;
  };
  /** Stops all three and deletes their data. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL, Temporal and S3 on free ports, with data in a new temporary folder.
 * @throws {Error} when one does not start; the others are stopped
 */
export async function startTestServers(): Promise<TestServers> {
  await removeLeftovers();
  const tools = await provideTools(['temporal', 'versitygw']);
  const folder = mkdtempSync(join(resolve(tmpdir()), PREFIX));
  // The database's own account must be able to pass through.
  chmodSync(folder, 0o711);
  const marker = basename(process.argv[1] ?? 'node');
  writeRecord(join(folder, 'owner.pid'), { pid: process.pid, marker, stopSignal: 'SIGTERM' });
  const keys = { accessKey: 'test', secretKey: randomBytes(16).toString('hex') };
  const password = randomBytes(16).toString('hex');
  const servers = await startServers({
    folder,
    postgres: { port: await freePort(0), password, durable: false },
    temporal: { binary: tools.temporal, port: await freePort(0), uiPort: null },
    s3: { binary: tools.versitygw, port: await freePort(0), ...keys },
  });
  const { postgres, temporal, s3 } = servers;
  if (!postgres || !temporal || !s3) throw new Error('a test server was not started');
  return {
    databaseUrl: postgres.url,
    temporalAddress: temporal.address,
    s3: { endpoint: s3.endpoint, ...keys },
    async stop() {
      await servers.stop();
      postgres.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A test run that was killed leaves servers and data behind; the next one cleans up. */
async function removeLeftovers(): Promise<void> {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX));
  for (const folder of folders.map((name) => join(resolve(tmpdir()), name))) {
    const { uid, mtimeMs } = statSync(folder);
    // One made a moment ago may not have its owner's record yet.
    if (uid !== process.getuid?.() || Date.now() - mtimeMs < NEW_MS) continue;
    if (livingProcess(join(folder, 'owner.pid'))) continue;
    if (existsSync(join(folder, 'run'))) await stopOrphans(join(folder, 'run'));
    rmSync(folder, { recursive: true, force: true });
  }
}
