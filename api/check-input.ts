import { refuseInvalid, refuseUnknown } from '../domain/contract/refusal.js';
import type { Deps } from '../runtime/deps.js';
import type { RouteRequestInput } from './answer-route.js';
import type { GenerationHeaderValues } from '../domain/contract/generation-headers.js';
import type { Route } from './route.js';
import { compileCheck, type CheckedInput, type InputCheck } from './validate.js';

/** A route with the checks that validate its input. */
export interface CheckedRoute {
  readonly route: Route;
  readonly body: InputCheck | null;
  readonly query: InputCheck | null;
  readonly params: InputCheck | null;
  readonly headers: InputCheck | null;
}

export function prepareRoute(route: Route): CheckedRoute {
  return {
    route,
    body: route.body ? compileCheck(route.body, 'body') : null,
    query: route.query ? compileCheck(route.query, 'query') : null,
    params: route.params ? compileCheck(route.params, 'query') : null,
    headers: route.headers ? compileCheck(route.headers, 'header') : null,
  };
}

/**
 * Validates headers, query and body, and reports all problems together. A malformed id counts as unknown
 * (404).
 */
export function checkInput(
  checks: CheckedRoute,
  { params, query: read, raw, headers: sent = {} }: RouteRequestInput,
  deps: Deps,
) {
  const { route } = checks;
  const malformed = checks.params?.(params).issues[0]?.path.replace('query.', '');
  if (malformed)
    throw refuseUnknown(findResourceKind(route.path, malformed), params[malformed] ?? '');
  const query = (checks.query ?? noQuery)(read());
  const headers = (checks.headers ?? noQuery)(checks.headers ? sent : {});
  const body = checks.body ? checkBody(checks.body, raw) : NO_BODY;
  const rules = isRecord(raw) ? (route.rules?.(raw, deps) ?? []) : [];
  // An issue from a rule replaces the schema's issue, because the rule knows the chosen model.
  const ruled = new Set(rules.map(({ path }) => path));
  const others = body.issues.filter(({ path }) => !ruled.has(path));
  const issues = [...headers.issues, ...query.issues, ...others, ...rules];
  const listed = headers.issues.length + query.issues.length + body.issues.length;
  const unlisted = headers.count + query.count + body.count - listed;
  if (issues.length > 0) throw refuseInvalid(issues, issues.length + unlisted);
  const given = headers.value as GenerationHeaderValues;
  return { params, query: query.value, body: body.value, headers: given };
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
