import type { Context, Middleware, Next } from 'koa';
import { presentError, Refusal } from '../../domain/contract/refusal.js';
import { StorageUnavailable } from '../../domain/ports/object-store.js';
import type { Deps } from '../../runtime/deps.js';
import { closeUnread } from './close-unread.js';
import type { DiscardAllowance } from './discard-allowance.js';
import { UNAUTHENTICATED_PER_MINUTE } from './ip-limit.js';

/** Error codes that mean that PostgreSQL is away or overloaded, not that our code is wrong. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  '53300', // too many connections
  '55P03', // lock timeout
  '57014', // statement timeout
  '57P01', // shutting down
  '57P02',
  '57P03', // starting up
]);

/** Seconds after which a client may try again when a part of the service is away. */
const UNAVAILABLE_RETRY_AFTER_S = 2;

/** Whether an error means that the database did not answer. */
function isDatabaseAway(error: unknown): boolean {
  const { code, message, driverError } = error as {
    code?: string;
    message?: string;
    driverError?: unknown;
  };
  if (code && (AWAY.has(code) || code.startsWith('08'))) return true;
  if (
    /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|not queryable/i.test(
      message ?? '',
    )
  ) {
    return true;
  }
  return driverError !== undefined && driverError !== error && isDatabaseAway(driverError);
}

/** The one place that turns errors into answers. Callers never see internal text. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StorageUnavailable || isDatabaseAway(error)) {
    return new Refusal('UNAVAILABLE', {
      headers: { 'Retry-After': String(UNAVAILABLE_RETRY_AFTER_S) },
      cause: error,
    });
  }
  return new Refusal('INTERNAL_ERROR', { cause: error });
}

/** Request id, rate header, error body, log line and metrics of every answer. */
export function respond(deps: Deps, discards: DiscardAllowance): Middleware {
  return async (ctx: Context, next: Next) => {
    const began = performance.now();
    const requestId = deps.newId('req');
    ctx.set('X-Request-Id', requestId);
    ctx.set('X-RateLimit-Limit', String(UNAUTHENTICATED_PER_MINUTE));
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) {
        throw new Refusal('NOT_FOUND', {
          message: `No such path: ${ctx.method} ${ctx.path.slice(0, 100)}. The endpoints are listed at /docs.`,
        });
      }
    } catch (error) {
      const refusal = refusalOf(error);
      const level = refusal.status >= 500 ? 'error' : 'debug';
      deps.log[level]({ requestId, code: refusal.code, err: refusal.cause }, refusal.message);
      deps.metrics.refusals.inc({ code: refusal.code });
      ctx.status = refusal.status;
      ctx.set(refusal.headers);
      ctx.body = presentError(refusal, requestId);
    }
    closeUnread(ctx, discards);
    const route = (ctx.state.routeId as string | undefined) ?? 'other';
    deps.metrics.requests.observe(
      { method: ctx.method, route, status: String(ctx.status) },
      (performance.now() - began) / 1_000,
    );
    deps.log.debug(
      { requestId, method: ctx.method, path: ctx.path, status: ctx.status },
      'request',
    );
  };
}
