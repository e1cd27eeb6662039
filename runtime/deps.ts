import type { DataSource } from 'typeorm';
import { createLocalProvider } from '../adapters/providers/local/provider.js';
import type { ImageProvider } from '../adapters/providers/provider.js';
import type { ObjectStore } from '../adapters/storage/object-store.js';
import { createS3ObjectStore } from '../adapters/storage/s3-object-store.js';
import { createDataSource } from '../entities/data-source.js';
import { createCheckpoint, type Pass } from './checkpoint.js';
import type { Env } from './env.js';
import { newId } from './ids.js';
import { createLog, type Log } from './log.js';
import { createMetrics, type Metrics } from './metrics.js';
import { createTemporal, type Temporal } from './temporal.js';

/** Everything that code may use of the outside, built once per process. */
export interface Deps {
  readonly env: Env;
  readonly log: Log;
  readonly db: DataSource;
  readonly store: ObjectStore;
  readonly temporal: Temporal;
  readonly startWorkflow: Temporal['startWorkflow'];
  readonly imageProviders: ReadonlyMap<string, ImageProvider>;
  readonly metrics: Metrics;
  readonly mediaUrl: (key: string) => string;
  readonly newId: typeof newId;
  readonly pass: Pass;
  close(): Promise<void>;
}

/** Database connections by process: an API answers many short requests, a worker few long ones. */
const POOL_SIZE = { api: 16, orchestrator: 8, media: 6, admin: 2 } as const;
export type Service = keyof typeof POOL_SIZE;

/** The composition root: the only place that constructs adapters. */
export async function createDeps(env: Env, service: Service): Promise<Deps> {
  const log = createLog(service, env.logLevel);
  const db = createDataSource(env.databaseUrl, POOL_SIZE[service]);
  await db.initialize();
  const temporal = createTemporal(env);
  const local = createLocalProvider();
  return {
    env,
    log,
    db,
    store: createS3ObjectStore(env.s3),
    temporal,
    startWorkflow: temporal.startWorkflow,
    imageProviders: new Map([[local.name, local]]),
    metrics: createMetrics(service),
    mediaUrl: (key) => `${env.mediaBaseUrl}/${key}`,
    newId,
    pass: createCheckpoint(env.crashAt),
    async close() {
      await temporal.close();
      await db.destroy();
    },
  };
}
