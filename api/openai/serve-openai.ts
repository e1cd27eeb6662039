import type { Context, Middleware } from 'koa';
import { Refusal, refuseInvalid, refuseUnknown } from '../../domain/contract/refusal.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import { admit, admitAnyway, expectScope } from '../middleware/admit.js';
import type { Reservation } from '../middleware/body-budget.js';
import { refuseOtherMethods } from '../middleware/refuse-other-methods.js';
import { readQuery } from '../query.js';
import { send } from '../send.js';
import { createCloseSignal } from '../signal-gone.js';
import { compileCheck, type InputCheck } from '../validate.js';
import { claimRequest } from './claim-request.js';
import type { Answer, AnyVisit, Held, DeferredAnswer, OpenAiEndpoint } from './endpoint.js';
import { presentOpenAiError } from './errors.js';
import { issuesOfFiles } from './files.js';
import { NO_BODY, readRequest, type ReceivedBody } from './read-request.js';
import { OPENAI_PREFIX, OPENAI_TABLE } from './table.js';

/** An endpoint with its compiled path and schemas. */
interface Prepared {
  readonly endpoint: OpenAiEndpoint;
  readonly pattern: RegExp;
  readonly body: InputCheck | null;
  readonly query: InputCheck | null;
  readonly params: InputCheck | null;
}

function prepare(endpoint: OpenAiEndpoint): Prepared {
  const { path, body, query, params } = endpoint;
  return {
    endpoint,
    pattern: new RegExp(`^${OPENAI_PREFIX}${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`),
    body: body ? compileCheck(body, 'body') : null,
    query: query ? compileCheck(query, 'query') : null,
    params: params ? compileCheck(params, 'query') : null,
  };
}

/**
 * Serves `/openai/v1`: images, videos and speech for OpenAI clients (docs/openai.md). Each request becomes
 * a `/v1` request; only the protocol differs.
 */
export function serveOpenAi(deps: Deps, edge: Edge): Middleware {
  const all = OPENAI_TABLE.map(prepare);
  const refuseMethod = refuseOtherMethods(
    OPENAI_TABLE.map(({ method, path }) => ({ method, path: OPENAI_PREFIX + path })),
  );
  const refusePath = async (ctx: Context): Promise<never> => {
    throw new Refusal('NOT_FOUND', {
      message: `No such path: ${ctx.method} ${ctx.path.slice(0, 100)}. The endpoints are listed at /docs/openai.`,
    });
  };
  const countAnyway = admitAnyway(deps, edge);
  return async (ctx, next) => {
    if (!ctx.path.startsWith(`${OPENAI_PREFIX}/`)) return next();
    ctx.state.presentError = presentOpenAiError;
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
    const found = all.find(
      ({ endpoint, pattern }) => endpoint.method === method && pattern.test(ctx.path),
    );
    if (found) return serve(found, ctx, deps, edge);
    return countAnyway(ctx, () => refuseMethod(ctx, () => refusePath(ctx)));
  };
}

async function serve(prepared: Prepared, ctx: Context, deps: Deps, edge: Edge): Promise<void> {
  const { endpoint } = prepared;
  ctx.state.routeId = `openai.${endpoint.id}`;
  const [scope, ...scopes] = endpoint.scopes;
  const { caller } = await admit(ctx, deps, edge, scope, null);
  for (const more of scopes) expectScope(caller, more);
  const memory = edge.bodies.open(caller.accountId);
  const begun = await begin(
    prepared,
    { ctx, deps, edge, caller, gone: createCloseSignal(ctx) },
    memory,
  ).finally(() => memory.release());
  sendAnswer(ctx, typeof begun === 'function' ? await begun() : begun);
}

/** Reads a request and handles it. Holds no reference to the body after it returns. */
async function begin(
  prepared: Prepared,
  held: Held,
  memory: Reservation,
): Promise<Answer | DeferredAnswer> {
  const { endpoint, pattern } = prepared;
  const { ctx, deps, edge, caller } = held;
  const received = endpoint.body ? await readRequest(ctx, endpoint, edge, memory) : NO_BODY;
  const params = pattern.exec(ctx.path)?.groups ?? {};
  const checked = check(prepared, ctx, received, params);
  const ignored = new Set(listUnknown(endpoint, received, ctx.querystring));
  const claim = () => claimRequest(ctx, deps, caller, received.identity);
  const visit: AnyVisit = { ...held, ...checked, files: received.files, ignored, claim };
  try {
    return await endpoint.handle(visit as Parameters<OpenAiEndpoint['handle']>[0]);
  } finally {
    setIgnoredHeader(ctx, ignored);
  }
}

/**
 * Validates a request. @throws {Refusal} VALIDATION_ERROR with all problems; NOT_FOUND for a
 * malformed id
 */
function check(
  { endpoint, body: checkBody, query: checkQuery, params: checkParams }: Prepared,
  ctx: Context,
  { fields, files }: ReceivedBody,
  params: Readonly<Record<string, string>>,
) {
  if (checkParams && checkParams(params).count > 0)
    throw refuseUnknown('video', params['id'] ?? '');
  const given = readQuery(ctx.querystring);
  const query = checkQuery?.(given) ?? { value: {}, issues: [], count: 0 };
  const body = checkBody?.(fields) ?? { value: undefined, issues: [], count: 0 };
  const others = issuesOfFiles(endpoint, { files });
  const issues = [...query.issues, ...body.issues, ...others];
  if (issues.length > 0) throw refuseInvalid(issues, query.count + body.count + others.length);
  return { body: body.value, query: query.value, params };
}

/**
 * Lists options that the endpoint does not have. Clients send such options, so they are not an
 * error.
 */
function listUnknown(
  { body, query, files: taken = {} }: OpenAiEndpoint,
  { fields, files }: ReceivedBody,
  queryString: string,
): string[] {
  const known = { ...propertiesOf(body), ...propertiesOf(query), ...taken };
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  const names = [
    ...given.map(([name]) => name),
    ...files.map(({ field }) => field),
    ...Object.keys(readQuery(queryString)),
  ];
  return names.filter((name) => !Object.hasOwn(known, name));
}

const propertiesOf = (schema: { readonly properties?: object } | undefined): object =>
  schema?.properties ?? {};

/** Maximum ignored options in the header. The client chose their names, so they are sanitised. */
const NAMED_MAX = 20;
const NAME_MAX = 40;

function setIgnoredHeader(ctx: Context, ignored: ReadonlySet<string>): void {
  if (ignored.size === 0) return;
  const names = [...ignored].slice(0, NAMED_MAX);
  const shown = names.map((name) => name.slice(0, NAME_MAX).replaceAll(/[^\w.[\]-]/g, '?'));
  ctx.set('X-Ignored-Options', shown.join(', '));
}

function sendAnswer(ctx: Context, answer: Answer): void {
  if (answer === 'sent') return;
  if ('json' in answer) return send(ctx, 200, JSON.stringify(answer.json));
  const { stream, type } = answer;
  ctx.status = 200;
  ctx.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  ctx.type = type;
  stream.once('error', () => ctx.res.destroy());
  ctx.body = stream;
}
