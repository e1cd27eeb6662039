import type { Middleware } from 'koa';
import type { Deps } from '../../runtime/deps.js';

const PROBE_DEADLINE_MS = 2_000;

async function probe(check: Promise<unknown>): Promise<'ok' | 'unavailable'> {
  const late = new Promise<'unavailable'>((resolve) =>
    setTimeout(() => resolve('unavailable'), PROBE_DEADLINE_MS).unref(),
  );
  return Promise.race([
    check.then(
      () => 'ok' as const,
      () => 'unavailable' as const,
    ),
    late,
  ]);
}

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work; only PostgreSQL is needed for
 * that, since accepted work waits for Temporal and the object store.
 */
export function serveHealth(deps: Deps): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/healthz') {
      ctx.body = { status: 'ok' };
      return;
    }
    if (ctx.path !== '/readyz') return next();
    const { connection } = deps.temporal.client;
    const [postgresql, temporal, storage] = await Promise.all([
      probe(deps.db.query('SELECT 1')),
      probe(connection.workflowService.getSystemInfo({})),
      probe(deps.store.stat('readyz')),
    ]);
    ctx.status = postgresql === 'ok' ? 200 : 503;
    ctx.body = {
      status: postgresql === 'ok' ? 'ready' : 'not_ready',
      checks: { postgresql, temporal, storage },
    };
  };
}
