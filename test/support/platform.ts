import type { Server } from 'node:http';
import { createApp } from '../../api/app.js';
import { createEdge, type Edge } from '../../api/edge.js';
import { createApiServer } from '../../api/http-server.js';
import type { TurnQueue } from '../../domain/ports/turns.js';
import { createDeps, type Deps } from '../../runtime/deps.js';
import { parseEnv } from '../../runtime/env.js';
import { testServers } from './hooks.js';
import { closeServer, listenLocally } from './loopback.js';

/** Key that encrypts secrets in tests; any 32 bytes work. */
export const TEST_SECRETS_KEY = Buffer.alloc(32, 'tests').toString('base64');

/** Builds the environment of a process in this test run; `extra` takes precedence. */
export function testEnv(extra: Record<string, string> = {}): Record<string, string> {
  const { databaseUrl, temporalAddress, temporalNamespace, temporalTls, s3 } = testServers();
  return {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: temporalNamespace,
    ...temporalTls,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    SECRETS_KEY: TEST_SECRETS_KEY,
    METRICS_PORT: '0',
    LOG_LEVEL: 'silent',
    MODERATION_BLOCKED_TERMS: 'forbidden fruit',
    ...extra,
  };
}

/** API that runs in this process, on a free port. */
export interface TestApi {
  readonly deps: Deps;
  /** Counters and limits of requests. */
  readonly edge: Edge;
  readonly server: Server;
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Has no limit, so concurrent requests of one account meet in the database, like requests to
 * several API processes.
 */
const UNLIMITED_TURNS: TurnQueue = { take: (_key, work) => work() };

/**
 * Starts the API in this process.
 * @param change replaces dependencies
 * @param bound replaces limits of requests
 */
export async function startApi(
  extra: Record<string, string> = {},
  change: (deps: Deps) => Deps = (deps) => deps,
  bound: Partial<Edge> = {},
): Promise<TestApi> {
  const made = await createDeps(parseEnv(testEnv(extra)), 'api');
  // If the API queued starts, a test could query a run before it exists.
  const deps = change({ ...made, accountTurns: UNLIMITED_TURNS, starter: null });
  // Estimates from earlier tests would differ from run to run.
  const edge = { ...createEdge(deps), stageTimes: () => new Map(), ...bound };
  const server = createApiServer(createApp(deps, edge));
  return {
    deps,
    edge,
    server,
    url: await listenLocally(server),
    async stop() {
      await closeServer(server);
      await deps.close();
    },
  };
}
