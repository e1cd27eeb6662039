import type { Context, Middleware, Next } from 'koa';
import { presentError, Refusal } from '../../domain/contract/refusal.js';
import { StorageUnavailable } from '../../domain/ports/object-store.js';
import type { Caller } from '../../domain/accounts/authenticate.js';
import type { ErrorCode } from '../../domain/contract/error-codes.js';
import type { Deps } from '../../runtime/deps.js';
import { closeUnread } from './close-unread.js';
import type { DiscardAllowance } from './discard-allowance.js';
import { UNAUTHENTICATED_PER_MINUTE } from './ip-limit.js';
import { RefusalRecorder } from './record-refusals.js';

/** Error codes that mean that PostgreSQL is away or busy, not that our code is wrong. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  '40001', // serialization failure; repeated before, where it can be
  '40P01', // deadlock
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

/** Paths that are asked for all the time, and by nobody whom an operator would look for. */
const HEALTH = ['/healthz', '/readyz'];

/** Request id, rate header, error body, log line, record and metrics of every answer. */
export function respond(deps: Deps, discards: DiscardAllowance): Middleware {
  const recorder = new RefusalRecorder(deps.db, deps.log);
  return async (ctx: Context, next: Next) => {
    const began = performance.now();
    const requestId = deps.newId('req');
    let code: ErrorCode | null = null;
    ctx.state.requestId = requestId;
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
      code = refusal.code;
      const level = refusal.status >= 500 ? 'error' : 'debug';
      // Not its message, which may repeat what the caller sent.
      deps.log[level]({ requestId, code, err: refusal.cause }, 'request refused');
      deps.metrics.refusals.inc({ code: refusal.code });
      ctx.status = refusal.status;
      ctx.set(refusal.headers);
      ctx.body = presentError(refusal, requestId, deps.env.publicUrl);
    }
    closeUnread(ctx, discards);
    const { routeId: operation = 'other', caller } = ctx.state as RequestState;
    const { method, status } = ctx;
    const tookMs = performance.now() - began;
    const labels = { method, route: operation, status: String(status) };
    deps.metrics.requests.observe(labels, tookMs / 1_000);
    const ms = Math.round(tookMs);
    const by = { accountId: caller?.accountId ?? null, keyId: caller?.keyId ?? null };
    const level = HEALTH.includes(ctx.path) ? 'debug' : 'info';
    deps.log[level]({ requestId, ...by, operation, method, status, code, ms }, 'request');
    if (code && isWorthARecord(code, status, by.accountId)) {
      recorder.note({ id: requestId, ...by, operation, status, code, ms });
    }
  };
}

/** What those who admit and route a request have found out about it. */
interface RequestState {
  readonly routeId?: string;
  readonly caller?: Caller;
}

/** Refusals of strangers, and of callers who are too fast, would only fill the table. */
const isWorthARecord = (code: ErrorCode, status: number, accountId: string | null): boolean =>
  status >= 500 || (accountId !== null && code !== 'RATE_LIMITED');
