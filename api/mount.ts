import { Router, type RouterContext } from '@koa/router';
import type { Context, Middleware, Next } from 'koa';
import type { Deps } from '../runtime/deps.js';
import { answerRoute, finishReply, type Reply } from './answer-route.js';
import { prepareRoute, type CheckedRoute } from './check-input.js';
import { KEY_ENTRY_POINT, type AdmittedCaller, type EntryPoint } from './entry-points.js';
import type { Edge } from './edge.js';
import { fixJson, sendFixed, type FixedAnswer } from './fixed-answer.js';
import { createCloseSignal } from './signal-gone.js';
import { removeAbsentNulls } from './remove-absent-nulls.js';
import { ANSWER_PREFETCH } from '../domain/durable/idempotency-keys.js';
import type { ExtraRead } from '../domain/accounts/find-callers.js';
import { peekIdempotencyKey, readClaim } from './middleware/idempotency-key.js';
import type { Reservation } from './middleware/body-budget.js';
import { loadAgain } from './middleware/load-again.js';
import { BODY_BYTES_MAX, MEDIA_BODY_BYTES_MAX, readBody } from './middleware/read-body.js';
import { readQuery } from './query.js';
import { StreamAnswer, type Client, type Route } from './route.js';
import { send, sendStream, sendTagged } from './send.js';

/** Serves an entry point's routes, with the same checks in the same order for each. */
export function mountRoutes(
  table: readonly Route[],
  deps: Deps,
  edge: Edge,
  entryPoint: EntryPoint = KEY_ENTRY_POINT,
): Middleware {
  const router = new Router();
  const endpoints = entryPoint.endpoints(table);
  // `presets` in `/v1/characters/presets` is not an id: an unsupported method on this path must
  // return 405, not 404.
  const literal = new Set(endpoints.map(({ path }) => path).filter((path) => !path.includes('{')));
  for (const { path: template, route } of endpoints) {
    const answerable = prepareRoute(route);
    const fixed = createFixed(route, deps, edge);
    const path = template.replaceAll(/\{(\w+)\}/g, ':$1');
    router.register(path, [route.method], (ctx: Context, next: Next) =>
      route.params && literal.has(ctx.path)
        ? next()
        : serve({ answerable, entryPoint, fixed }, ctx as RoutedContext, deps, edge),
    );
  }
  const serveRoutes = router.routes();
  // For other paths, skip the search through hundreds of routes.
  return (ctx, next) =>
    ctx.path.startsWith(entryPoint.place) ? serveRoutes(ctx as RouterContext, next) : next();
}

/** Returns a function that builds a route's static response; undefined if the route has none. */
function createFixed(route: Route, deps: Deps, edge: Edge) {
  const load = async () => fixJson(await route.fixed?.(deps, edge));
  return route.fixed && loadAgain(load, route.fixedMs ?? Infinity);
}

/** A route that is served by an entry point. */
interface MountedRoute {
  readonly answerable: CheckedRoute;
  readonly entryPoint: EntryPoint;
  /** Builds the static response; undefined if the route has none. */
  readonly fixed: (() => Promise<FixedAnswer>) | undefined;
}

type RoutedContext = Context & { params: Record<string, string> };

async function serve(
  { answerable, entryPoint, fixed }: MountedRoute,
  ctx: RoutedContext,
  deps: Deps,
  edge: Edge,
): Promise<void> {
  const { route } = answerable;
  ctx.state.routeId = route.id;
  const { caller, prefetched } = await entryPoint.admit(
    ctx,
    deps,
    edge,
    route,
    planExtraRead(route, ctx),
  );
  if (fixed && ctx.querystring === '') {
    // Only the caller may cache the response, and must revalidate it each time, because the key can
    // be revoked.
    ctx.set('Cache-Control', 'private, no-cache');
    return sendFixed(ctx, await fixed());
  }
  const memory = route.body ? edge.bodies.open(caller.accountId) : null;
  const reply = await answer(answerable, { caller, prefetched, memory }, ctx, deps, edge).finally(
    () => memory?.release(),
  );
  if (reply instanceof StreamAnswer) return sendStream(ctx, route, reply);
  const { status, text, isReplay, headers } = await finishReply(reply);
  ctx.set(headers);
  if (isReplay) ctx.set('Idempotent-Replayed', 'true');
  (route.tagged ? sendTagged : send)(ctx, status, text);
}

/** An authenticated request whose body is not read yet. */
interface AdmittedRequest extends AdmittedCaller {
  readonly memory: Reservation | null;
}

/** Reads a request and answers it. Holds no reference to the body after it returns. */
async function answer(
  answerable: CheckedRoute,
  { caller, prefetched, memory }: AdmittedRequest,
  ctx: RoutedContext,
  deps: Deps,
  edge: Edge,
): Promise<Reply | StreamAnswer> {
  const { route } = answerable;
  const maxBytes = route.media ? MEDIA_BODY_BYTES_MAX : BODY_BYTES_MAX;
  const limits = { maxBytes, deadlineMs: edge.bodyDeadlineMs };
  const raw =
    route.body && memory
      ? removeAbsentNulls(route.body, await readBody(ctx, limits, memory))
      : undefined;
  const isClaimed = route.idempotency === 'required';
  const claim = isClaimed ? await readClaim(ctx, caller.accountId, raw) : null;
  const asked = {
    caller,
    prefetched,
    params: ctx.params,
    query: () => readQuery(ctx.querystring),
    raw,
    headers: readHeaders(ctx, route),
    claim,
    requestId: ctx.state.requestId,
    client: createClient(ctx),
  };
  return answerRoute(answerable, asked, deps, edge);
}

const createClient = (ctx: Context): Client => ({
  gone: () => createCloseSignal(ctx),
  lastEventId: ctx.get('Last-Event-ID') || null,
  noteHeld: (ms) => {
    ctx.state.heldMs = ms;
  },
  network: ctx.ip,
});

/** Reads the optional headers of a route that the request has. */
const readHeaders = (ctx: Context, { headers }: Route): Record<string, string> =>
  Object.fromEntries(
    Object.keys(headers?.properties ?? {}).flatMap((name) => {
      const value = ctx.headers[name.toLowerCase()];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );

/**
 * Plans which data to load together with the caller: the stored response, or the object in the
 * path.
 */
function planExtraRead(route: Route, ctx: RoutedContext): ExtraRead | null {
  if (route.idempotency === 'required') {
    const key = peekIdempotencyKey(ctx);
    return key === null ? null : { query: route.prefetch ?? ANSWER_PREFETCH, about: key };
  }
  const { id = '' } = ctx.params;
  return route.prefetch && WORD.test(id) ? { query: route.prefetch, about: id } : null;
}

/** Pattern of an id. Only texts that match are used in a query. */
const WORD = /^\w{1,64}$/;
