import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createLocalProvider } from '../adapters/providers/local/provider.js';
import { createLocalVision } from '../adapters/providers/local/vision.js';
import type { ImageProvider } from '../adapters/providers/provider.js';
import type { VisionProvider } from '../adapters/providers/vision.js';
import type { ObjectStore } from '../adapters/storage/object-store.js';
import { parseEgressAllow } from '../adapters/storage/egress/allow-list.js';
import { createPublicFetch } from '../adapters/storage/egress/public-fetch.js';
import { createFetchFile } from '../adapters/storage/fetch-file.js';
import type { FileCheck } from '../adapters/storage/file-check.js';
import { createFileCheck } from '../adapters/storage/inspection/file-check.js';
import { presignPut, type PresignedPut } from '../adapters/storage/presign.js';
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
  readonly vision: VisionProvider;
  readonly fileCheck: FileCheck;
  readonly fetchFile: ReturnType<typeof createFetchFile>;
  readonly presignPut: (put: PresignedPut) => string;
  readonly mediaBase: string;
  /** Unguessable part of an object key: 128 bits. */
  readonly newSecret: () => string;
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
  const store = createS3ObjectStore(env.s3);
  const fileCheck = createFileCheck(store);
  const allow = parseEgressAllow(env.egressAllow);
  if (allow.entries.length > 0) log.warn({ entries: allow.entries }, 'private targets are allowed');
  return {
    env,
    log,
    db,
    store,
    vision: createLocalVision(),
    fileCheck,
    fetchFile: createFetchFile(createPublicFetch({ allow })),
    presignPut: (put) => presignPut({ ...env.s3, endpoint: env.s3.publicEndpoint }, put),
    mediaBase: env.mediaBaseUrl,
    newSecret: () => randomBytes(16).toString('hex'),
    temporal,
    startWorkflow: temporal.startWorkflow,
    imageProviders: new Map([[local.name, local]]),
    metrics: createMetrics(service),
    mediaUrl: (key) => `${env.mediaBaseUrl}/${key}`,
    newId,
    pass: createCheckpoint(env.crashAt),
    async close() {
      await fileCheck.close();
      await temporal.close();
      await db.destroy();
    },
  };
}
