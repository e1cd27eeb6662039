import { SpanKind } from '@opentelemetry/api';
import type { Context, Middleware, Next } from 'koa';
import { failSpan, withSpan } from '../../tracing/span.js';
import { runUnderTraceparent } from '../../tracing/trace-context.js';
import type { Route } from '../route.js';

/** Frequently requested paths, which are not traced. */
const HEALTH = ['/healthz', '/readyz'];

/**
 * Opens a request's span. The span continues the caller's trace, but this service decides whether
 * to record the trace.
 */
export function traceRequest(table: readonly Pick<Route, 'id' | 'path'>[]): Middleware {
  const paths = new Map(table.map(({ id, path }) => [id, path]));
  paths.set('mcp', '/mcp');
  return async (ctx: Context, next: Next) => {
    if (HEALTH.includes(ctx.path)) return next();
    const given = ctx.get('traceparent') || null;
    await runUnderTraceparent(given, () =>
      withSpan(ctx.method, { kind: SpanKind.SERVER }, async (span) => {
        await next();
        const { routeId, requestId, caller } = ctx.state as RequestState;
        // Never record the path itself: a media path is a credential for the file.
        const route = paths.get(routeId ?? '') ?? 'other';
        span.updateName(`${ctx.method} ${route}`);
        span.setAttributes({
          'http.request.method': ctx.method,
          'http.route': route,
          'http.response.status_code': ctx.status,
          'media.request_id': requestId,
          'media.account_id': caller?.accountId,
        });
        if (ctx.status >= 500) failSpan(span, String(ctx.status));
      }),
    );
  };
}

/** Data about a request from later middleware. */
interface RequestState {
  readonly routeId?: string;
  readonly requestId?: string;
  readonly caller?: { readonly accountId: string };
}
