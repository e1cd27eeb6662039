import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../cli/migrate.js';
import { findLivingProcess, sendSignal } from '../../supervisor/pid-file.js';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { startServers, type Servers, type ServersOptions } from '../../supervisor/servers.js';
import { provideTools } from '../../tools/setup.mjs';
import { makeRunFolder } from './run-folder.js';

type PartName = 'postgres' | 'temporal' | 's3';

/** A real server that a test stops and restarts with the same data and port. */
export class Part {
  private running: Servers | null = null;

  constructor(
    private readonly folder: string,
    private readonly name: PartName,
    private readonly options: Partial<ServersOptions>,
  ) {}

  /** @returns when it serves */
  async start(): Promise<Servers> {
    this.running ??= await startServers({
      folder: this.folder,
      postgres: null,
      temporal: null,
      s3: null,
      ...this.options,
    });
    return this.running;
  }

  /** Shuts it down; its clients lose their connections. */
  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = null;
  }

  /** Kills it and deletes its data, which Temporal stores in a folder of its name. */
  async lose(): Promise<void> {
    await this.kill();
    rmSync(join(this.folder, this.name), { recursive: true });
  }

  /** Kills the process with `kill -9`; its supervisor does not restart it. */
  async kill(): Promise<void> {
    const record = findLivingProcess(join(this.folder, 'run', `${this.name}.pid`));
    if (!record) throw new Error(`${this.name} is not running`);
    sendSignal(record.pid, 'SIGKILL');
    await this.stop();
  }
}

/** Servers of one suite, which may be stopped without affecting the others. */
export interface FaultServers {
  readonly postgres: Part;
  readonly temporal: Part;
  readonly s3: Part;
  /** The environment of a process with these servers; `extra` takes precedence. */
  env(extra?: Record<string, string>): Record<string, string>;
  /** Stops all three and deletes their data. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL (migrated), Temporal and S3 with data in a new temporary folder.
 * @throws {Error} when one does not start
 */
export async function startFaultServers(): Promise<FaultServers> {
  const tools = await provideTools(['temporal', 'versitygw']);
  const folder = makeRunFolder();
  const secret = () => randomBytes(16).toString('hex');
  const keys = { accessKey: 'test', secretKey: secret() };
  const postgres = new Part(folder, 'postgres', {
    postgres: { port: await findFreePort(0), password: secret(), durable: false },
  });
  const temporal = new Part(folder, 'temporal', {
    temporal: { binary: tools.temporal, port: await findFreePort(0), uiPort: null },
  });
  const s3 = new Part(folder, 's3', {
    s3: { binary: tools.versitygw, port: await findFreePort(0), ...keys },
  });
  const parts = [postgres, temporal, s3];
  const [first, second, third] = await Promise.all(parts.map((part) => part.start()));
  const database = first?.postgres;
  if (!database || !second?.temporal || !third?.s3) throw new Error('a server was not started');
  await migrate(database.url);
  const settings = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: second.temporal.address,
    TEMPORAL_NAMESPACE: 'default',
    S3_ENDPOINT: third.s3.endpoint,
    S3_BUCKET: 'media',
    S3_ACCESS_KEY: keys.accessKey,
    S3_SECRET_KEY: keys.secretKey,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    METRICS_PORT: '0',
    LOG_LEVEL: 'warn',
  };
  return {
    postgres,
    temporal,
    s3,
    env: (extra = {}) => ({ ...settings, ...extra }),
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
      database.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
