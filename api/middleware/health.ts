import type { Middleware } from 'koa';
import type { Deps } from '../../runtime/deps.js';
import { createReadiness } from './readiness.js';

/**
 * Serves `/healthz` (the process is running) and `/readyz` (the process can do its work). Readiness
 * only requires PostgreSQL, because accepted work waits for Temporal and the object store.
 */
export function serveHealth(deps: Deps): Middleware {
  const readiness = createReadiness({
    postgresql: () => deps.db.query('SELECT 1'),
    temporal: () => deps.temporal.client.connection.workflowService.getSystemInfo({}),
    storage: () => deps.store.stat('readyz'),
  });
  return async (ctx, next) => {
    if (ctx.path === '/healthz') {
      ctx.body = { status: 'ok' };
      return;
    }
    if (ctx.path !== '/readyz') return next();
    const checks = await readiness();
    const isReady = checks.postgresql === 'ok';
    ctx.status = isReady ? 200 : 503;
    ctx.body = { status: isReady ? 'ready' : 'not_ready', checks };
  };
}
