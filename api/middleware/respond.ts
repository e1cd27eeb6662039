import type { Context, Middleware, Next } from 'koa';
import { presentError, Refusal } from '../../domain/contract/refusal.js';
import type { Caller } from '../../domain/accounts/caller.js';
import type { ErrorCode } from '../../domain/contract/error-codes.js';
import type { Deps } from '../../runtime/deps.js';
import type { RequestLog } from '../request-log.js';
import { buildPageHeaders, renderNotFoundPage } from './connect-page.js';
import { closeUnread } from './discard-refused-body.js';
import type { DiscardAllowance } from './refused-body-allowance.js';
import { UNAUTHENTICATED_PER_MINUTE } from './unauthenticated-limit.js';

/** Frequently requested paths of no interest to operators. */
const HEALTH = ['/healthz', '/readyz'];

/** Adds request id, rate headers, error body, log line, record and metrics to every response. */
export function respond(deps: Deps, requests: RequestLog, discards: DiscardAllowance): Middleware {
  return async (ctx: Context, next: Next) => {
    const began = performance.now();
    const requestId = deps.newId('req');
    let code: ErrorCode | null = null;
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    ctx.set('X-RateLimit-Limit', String(UNAUTHENTICATED_PER_MINUTE));
    try {
      await next();
      const isUnknown = ctx.status === 404 && ctx.body === undefined;
      if (isUnknown && isVisit(ctx)) {
        code = 'NOT_FOUND';
        sendNotFoundPage(ctx);
      } else if (isUnknown) {
        throw new Refusal('NOT_FOUND', {
          message: `There is no endpoint ${ctx.method} ${ctx.path.slice(0, 100)}. See the list of endpoints at /docs.`,
        });
      }
    } catch (error) {
      const refusal = requests.refuse(error, requestId);
      code = refusal.code;
      const { presentError: present } = ctx.state as RequestState;
      const shown = present?.(refusal) ?? {
        status: refusal.status,
        headers: {},
        body: presentError(refusal, requestId, deps.env.publicUrl),
      };
      ctx.status = shown.status;
      ctx.set({ ...refusal.headers, ...shown.headers });
      ctx.body = shown.body;
    }
    closeUnread(ctx, discards);
    const { routeId: operation = 'other', caller, heldMs = 0 } = ctx.state as RequestState;
    const { method, status } = ctx;
    const isQuiet = HEALTH.includes(ctx.path);
    const answered = { requestId, caller, operation, method, status, code, isQuiet };
    requests.recordAnswer({ ...answered, began: began + heldMs });
  };
}

/** Paths of programs, whose errors are JSON for every client. */
const PROGRAM_PATHS = /^\/(v1|app\/api|openai|mcp|oauth)(\/|$)/;

/** Returns whether a browser opens an address, rather than a program. */
const isVisit = (ctx: Context): boolean =>
  ['GET', 'HEAD'].includes(ctx.method) &&
  !PROGRAM_PATHS.test(ctx.path) &&
  ctx.accepts('json', 'html') === 'html';

function sendNotFoundPage(ctx: Context): void {
  ctx.set(buildPageHeaders(null));
  ctx.type = 'html';
  ctx.body = renderNotFoundPage();
  ctx.status = 404;
}

/** Data about a request from authentication and routing. */
interface RequestState {
  readonly routeId?: string;
  readonly caller?: Caller;
  /**
   * Delay of the response, in milliseconds, because the caller requested a wait. Latency excludes
   * it.
   */
  readonly heldMs?: number;
  /** Presents a refusal on an API surface with another protocol. */
  readonly presentError?: (refusal: Refusal) => PresentedError;
}

/** The response to a refusal. */
export interface PresentedError {
  readonly status: number;
  /** Headers in addition to the refusal's own. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}
