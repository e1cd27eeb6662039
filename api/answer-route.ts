import {
  readPrefetchedAnswer,
  findAnswer,
  openAnswer,
  type StoredAnswer,
} from '../domain/durable/idempotency-keys.js';
import { refuseInvalid, refuseUnknown } from '../domain/contract/refusal.js';
import type { AnswerClaim } from '../domain/catalogue/runs.js';
import type { Caller } from '../domain/accounts/caller.js';
import type { AttachedFiles } from '../domain/uploads/parse-fields.js';
import type { Deps } from '../runtime/deps.js';
import type { Edge } from './edge.js';
import { NotStored, StreamAnswer, type AnswerRequest, type Client, type Route } from './route.js';
import { compileCheck, type InputCheck, type CheckedInput } from './validate.js';

/** A route with the checks that validate its input. */
export interface CheckedRoute {
  readonly route: Route;
  readonly body: InputCheck | null;
  readonly query: InputCheck | null;
  readonly params: InputCheck | null;
}

export function prepareRoute(route: Route): CheckedRoute {
  return {
    route,
    body: route.body ? compileCheck(route.body, 'body') : null,
    query: route.query ? compileCheck(route.query, 'query') : null,
    params: route.params ? compileCheck(route.params, 'query') : null,
  };
}

/** An authenticated request whose input is not validated yet. */
export interface RouteRequestInput {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  /** Query parameters. Numbers can be strings. */
  readonly query: () => Readonly<Record<string, unknown>>;
  readonly raw: unknown;
  /** Data that was loaded together with the caller; undefined if no data was loaded. */
  readonly prefetched?: unknown;
  /** Files of a form, for the media fields of `raw`. */
  readonly attached?: AttachedFiles;
  /** Idempotency claim; null for a route without an Idempotency-Key. */
  readonly claim: AnswerClaim | null;
  /** Number of generations that the request creates, all or none; 1 unless set. */
  readonly copies?: number;
  readonly requestId: string;
  readonly client: Client;
}

/** A successful response as JSON text. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  /** Whether this is the stored response of an earlier request with the same key. */
  readonly isReplay: boolean;
}

/**
 * Answers an authenticated request: finds the stored response, validates, then calls the handler.
 * @throws {Refusal} if the route refuses the request
 */
export async function answerRoute(
  answerable: CheckedRoute,
  asked: RouteRequestInput,
  deps: Deps,
  edge: Edge,
): Promise<Reply | StreamAnswer> {
  const { route } = answerable;
  const { caller, claim, copies = 1, requestId, client, prefetched, attached } = asked;
  const common: AnswerRequest = {
    caller,
    claim: { ...(claim ?? NO_CLAIM), status: route.status, requestId, copies },
    deps,
    edge,
    client,
  };
  const replay = async (stored: StoredAnswer): Promise<Reply> => {
    const { status, body } = openAnswer(deps.vault, common.claim, stored);
    return { status, text: (await route.finish?.(body, common)) ?? body, isReplay: true };
  };
  const stored = claim && (await findStored(asked, claim, deps));
  if (stored) return replay(stored);
  const request = { ...common, ...checkInput(answerable, asked, deps), prefetched, attached };
  try {
    const result = await route.handle(request as Parameters<Route['handle']>[0]);
    if (result instanceof StreamAnswer) return result;
    if (result instanceof NotStored) {
      return { status: result.status, text: JSON.stringify(result.body), isReplay: false };
    }
    const text = JSON.stringify(result);
    const finished = (await route.finish?.(text, common)) ?? text;
    return { status: route.status, text: finished, isReplay: false };
  } catch (error) {
    // A concurrent duplicate may have done the work since our check. Then the state that the
    // duplicate left, such as a deleted generation, must not make this request fail.
    const duplicate = claim && (await findAnswer(deps.db.manager, claim));
    if (!duplicate) throw error;
    return replay(duplicate);
  }
}

/**
 * Finds the stored response, which was loaded together with the caller if possible. If a concurrent
 * duplicate stores a response later, the transaction that does the work finds it.
 */
async function findStored(
  { prefetched }: RouteRequestInput,
  claim: AnswerClaim,
  { db }: Deps,
): Promise<StoredAnswer | null> {
  return prefetched === undefined
    ? findAnswer(db.manager, claim)
    : readPrefetchedAnswer(prefetched, claim);
}

/**
 * Placeholder for handlers of routes without an Idempotency-Key. These handlers ignore the claim.
 */
const NO_CLAIM: AnswerClaim = { accountId: '', key: '', fingerprint: '' };

/**
 * Validates body and query, and reports all problems together. A malformed id counts as unknown
 * (404).
 */
function checkInput(
  checks: CheckedRoute,
  { params, query: read, raw }: RouteRequestInput,
  deps: Deps,
) {
  const { route } = checks;
  const malformed = checks.params?.(params).issues[0]?.path.replace('query.', '');
  if (malformed)
    throw refuseUnknown(findResourceKind(route.path, malformed), params[malformed] ?? '');
  const query = (checks.query ?? noQuery)(read());
  const body = checks.body ? checkBody(checks.body, raw) : NO_BODY;
  const rules = isRecord(raw) ? (route.rules?.(raw, deps) ?? []) : [];
  // An issue from a rule replaces the schema's issue, because the rule knows the chosen model.
  const ruled = new Set(rules.map(({ path }) => path));
  const others = body.issues.filter(({ path }) => !ruled.has(path));
  const issues = [...query.issues, ...others, ...rules];
  const unlisted = query.count + body.count - query.issues.length - body.issues.length;
  if (issues.length > 0) throw refuseInvalid(issues, issues.length + unlisted);
  return { params, query: query.value, body: body.value };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checkBody(check: InputCheck, raw: unknown): CheckedInput {
  if (raw !== undefined) return check(raw);
  const issues = [{ path: 'body', message: 'is required: send a JSON object' }];
  return { value: raw, issues, count: 1 };
}

const NO_BODY: CheckedInput = { value: undefined, issues: [], count: 0 };

const noQuery = compileCheck(
  { type: 'object', properties: {}, additionalProperties: false },
  'query',
);

/**
 * Returns the type of object that a path parameter identifies: `generation` for `{id}` in
 * `/v1/generations/{id}`. Without a preceding collection, returns the parameter's name.
 */
function findResourceKind(path: string, parameter: string): string {
  const collection = path.split('/').find((_, at, parts) => parts[at + 1] === `{${parameter}}`);
  if (collection?.startsWith('{')) return parameter;
  const one = collection?.replace(/ies$/, 'y').replace(/(?<=x)es$|s$/, '');
  return one?.replaceAll('-', ' ') ?? 'object';
}
