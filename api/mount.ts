import { Router } from '@koa/router';
import type { Context, Next } from 'koa';
import { findAnswer, openAnswer, type StoredAnswer } from '../domain/durable/stored-answers.js';
import { refuseInvalid, refuseUnknown } from '../domain/contract/refusal.js';
import type { Deps } from '../runtime/deps.js';
import type { AnswerClaim } from '../domain/catalogue/runs.js';
import type { Caller } from '../domain/accounts/authenticate.js';
import { KEY_DOOR, type Door } from './doors.js';
import type { Edge } from './edge.js';
import { afterTwins } from './after-twins.js';
import { kindOf } from './kind-of.js';
import { removeAbsentNulls } from './remove-absent-nulls.js';
import { readClaim } from './middleware/idempotency-key.js';
import { BODY_BYTES_MAX, MEDIA_BODY_BYTES_MAX, readBody } from './middleware/read-body.js';
import { readQuery } from './query.js';
import { OtherAnswer, StreamAnswer, type AnswerRequest, type Route } from './route.js';
import { send, sendStream } from './send.js';
import { compileCheck, type Check, type Checked } from './validate.js';

interface Checks {
  readonly body: Check | null;
  readonly query: Check | null;
  readonly params: Check | null;
}

/** Makes a router of a door: every route passes the same checks in the same order. */
export function mountRoutes(
  table: readonly Route[],
  deps: Deps,
  edge: Edge,
  door: Door = KEY_DOOR,
): Router {
  const router = new Router();
  const endpoints = door.endpoints(table);
  // `presets` in `/v1/characters/presets` is no id: a method that this path does not have is 405,
  // not 404.
  const literal = new Set(endpoints.map(({ path }) => path).filter((path) => !path.includes('{')));
  for (const { path: template, route } of endpoints) {
    const checks: Checks = {
      body: route.body ? compileCheck(route.body, 'body') : null,
      query: route.query ? compileCheck(route.query, 'query') : null,
      params: route.params ? compileCheck(route.params, 'query') : null,
    };
    const path = template.replaceAll(/\{(\w+)\}/g, ':$1');
    router.register(path, [route.method], (ctx: Context, next: Next) =>
      route.params && literal.has(ctx.path)
        ? next()
        : serve({ route, checks, door }, ctx, deps, edge),
    );
  }
  return router;
}

/** A route behind a door. */
interface Mounted {
  readonly route: Route;
  readonly checks: Checks;
  readonly door: Door;
}

async function serve(
  { route, checks, door }: Mounted,
  ctx: Context,
  deps: Deps,
  edge: Edge,
): Promise<void> {
  ctx.state.routeId = route.id;
  const caller = await door.admit(ctx, deps, edge, route);
  const memory = edge.bodies.open(caller.accountId);
  try {
    const maxBytes = route.media ? MEDIA_BODY_BYTES_MAX : BODY_BYTES_MAX;
    const limits = { maxBytes, deadlineMs: edge.bodyDeadlineMs };
    const raw = route.body
      ? removeAbsentNulls(route.body, await readBody(ctx, limits, memory))
      : undefined;
    await answer(route, checks, ctx, deps, { caller, raw, edge });
  } finally {
    memory.release();
  }
}

/** A request that was let in, with its body as it was sent. */
interface Admitted {
  readonly caller: Caller;
  readonly raw: unknown;
  readonly edge: Edge;
}

async function answer(
  route: Route,
  checks: Checks,
  ctx: Context,
  deps: Deps,
  { caller, raw, edge }: Admitted,
): Promise<void> {
  const isClaimed = route.idempotency === 'required';
  const claim = isClaimed ? await readClaim(ctx, caller.accountId, raw) : null;
  const work = () => answerClaimed(route, checks, ctx, deps, { caller, raw, edge, claim });
  await (claim ? afterTwins(deps.twins, claim, work) : work());
}

async function answerClaimed(
  route: Route,
  checks: Checks,
  ctx: Context,
  deps: Deps,
  { caller, raw, edge, claim }: Admitted & { readonly claim: AnswerClaim | null },
): Promise<void> {
  const common: AnswerRequest = {
    caller,
    claim: { ...(claim ?? NO_CLAIM), status: route.status, requestId: ctx.state.requestId },
    deps,
    gone: signalGone(ctx),
    room: edge.room,
  };
  const replayStored = async (stored: StoredAnswer) => {
    const opened = openAnswer(deps.vault, common.claim, stored);
    const body = (await route.finish?.(opened.body, common)) ?? opened.body;
    replay(ctx, { ...opened, body });
  };
  const stored = claim && (await findAnswer(deps.db.manager, claim));
  if (stored) return replayStored(stored);
  const request = {
    ...common,
    ...checkInput(route, checks, ctx, raw, deps),
    streams: edge.streams,
    archives: edge.archives,
    lastEventId: ctx.get('Last-Event-ID') || null,
  };
  try {
    const result = await route.handle(request as Parameters<Route['handle']>[0]);
    if (result instanceof OtherAnswer) {
      return send(ctx, route.other?.status ?? route.status, JSON.stringify(result.body));
    }
    if (result instanceof StreamAnswer) return sendStream(ctx, route, result);
    const text = JSON.stringify(result);
    send(ctx, route.status, (await route.finish?.(text, common)) ?? text);
  } catch (error) {
    // A twin may have done the work since we looked. Then the state that it left, such as a
    // cancelled or deleted generation, must not make the same request fail.
    const twin = claim && (await findAnswer(deps.db.manager, claim));
    if (!twin) throw error;
    await replayStored(twin);
  }
}

/** Aborted when the connection has closed or the answer has gone out. */
function signalGone({ res }: Context): AbortSignal {
  const gone = new AbortController();
  if (res.closed || res.destroyed) gone.abort();
  else res.once('close', () => gone.abort());
  return gone.signal;
}

/** Handlers of routes without an Idempotency-Key get this and do not use it. */
const NO_CLAIM: AnswerClaim = { accountId: '', key: '', fingerprint: '' };

/**
 * Checks body and query, and reports all problems at once. A malformed id counts as unknown: 404.
 */
function checkInput(route: Route, checks: Checks, ctx: Context, raw: unknown, deps: Deps) {
  const params = (ctx as Context & { params: Record<string, string> }).params;
  const malformed = checks.params?.(params).issues[0]?.path.replace('query.', '');
  if (malformed) throw refuseUnknown(kindOf(route.path, malformed), params[malformed] ?? '');
  const query = (checks.query ?? noQuery)(readQuery(ctx.querystring));
  const body = checks.body ? checkBody(checks.body, raw) : NO_BODY;
  const rules = isRecord(raw) ? (route.rules?.(raw, deps) ?? []) : [];
  // The issue of a rule replaces that of the schema, because it knows what the chosen model offers.
  const ruled = new Set(rules.map(({ path }) => path));
  const others = body.issues.filter(({ path }) => !ruled.has(path));
  const issues = [...query.issues, ...others, ...rules];
  const unlisted = query.count + body.count - query.issues.length - body.issues.length;
  if (issues.length > 0) throw refuseInvalid(issues, issues.length + unlisted);
  return { params, query: query.value, body: body.value };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checkBody(check: Check, raw: unknown): Checked {
  if (raw !== undefined) return check(raw);
  const issues = [{ path: 'body', message: 'is required: send a JSON object' }];
  return { value: raw, issues, count: 1 };
}

const NO_BODY: Checked = { value: undefined, issues: [], count: 0 };

const noQuery = compileCheck(
  { type: 'object', properties: {}, additionalProperties: false },
  'query',
);

function replay(ctx: Context, stored: StoredAnswer): void {
  ctx.set('Idempotent-Replayed', 'true');
  send(ctx, stored.status, stored.body);
}
