import { once } from 'node:events';
import { createDeps } from '../runtime/deps.js';
import { loadEnv } from '../runtime/env.js';
import { serveMetrics } from '../runtime/serve-metrics.js';
import { endOnUncaught } from '../runtime/log.js';
import { createApp } from './app.js';
import { createApiServer } from './http-server.js';

/** Time for open requests to finish when the process stops. */
const DRAIN_MS = 10_000;

/**
 * Runs the HTTP API process. On SIGINT or SIGTERM it ends after the open requests have finished.
 */
const env = loadEnv();
const deps = await createDeps(env, 'api');
endOnUncaught(deps.log);
const server = createApiServer(createApp(deps)).listen(env.apiPort, env.apiHost);
await once(server, 'listening');
const metrics = serveMetrics(deps.metrics, env);
deps.log.info({ port: env.apiPort }, 'ready');
process.send?.('ready');

const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
await ended;
deps.log.info('stopping');
deps.stopping.abort();
const closed = once(server, 'close');
server.close();
const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
await closed;
clearTimeout(cut);
metrics?.close();
await deps.close();
process.disconnect?.();
