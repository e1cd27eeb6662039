import { refuseInvalid, type Issue } from '../../domain/contract/refusal.js';
import { shortenName } from '../../domain/contract/show-value.js';
import { parseIdempotencyKey, refuseKey } from '../middleware/idempotency-key.js';
import { removeAbsentNulls } from '../remove-absent-nulls.js';
import { WAIT_SECONDS_MAX, type ArgumentTarget } from './input-schema.js';
import type { ToolEntry } from './tools.js';

/** The arguments of a call, assigned to the parts of the request. Values are not validated yet. */
export interface ReadArguments {
  /** Path of the equivalent HTTP request; an idempotency key is bound to method, path and body. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly key: string | null;
  readonly waitSeconds: number;
}

type GivenArguments = Readonly<Record<string, unknown>>;
type ArgumentPart = ArgumentTarget['in'];

/**
 * Assigns arguments to the parts of the request. @throws {Refusal} VALIDATION_ERROR for unknown or
 * missing arguments
 */
export function readArguments(
  { row, answerable, places }: ToolEntry,
  given: GivenArguments,
): ReadArguments {
  const { route } = answerable;
  const rest: ArgumentPart = route.body && !row.fields ? 'body' : 'query';
  const issues: Issue[] = [];
  const parts: Record<ArgumentPart, Map<string, unknown>> = {
    params: new Map(),
    query: new Map(),
    body: new Map(),
    call: new Map(),
  };
  for (const [argument, value] of Object.entries(given)) {
    const place = places.get(argument) ?? { in: rest, name: argument };
    // Skip null except in a body, where it can have a meaning.
    if (value === null && place.in !== 'body') continue;
    parts[place.in].set(place.name, value);
    const isExcluded = row.fields !== undefined || row.without?.includes(argument) === true;
    if (isExcluded && !places.has(argument)) issues.push(buildUnknownArgument(argument, places));
  }
  const params = readParams(places, parts.params, issues);
  const waitSeconds = readWait(parts.call.get('wait_seconds'), issues);
  if (issues.length > 0) throw refuseInvalid(issues);
  const body = route.body && removeAbsentNulls(route.body, Object.fromEntries(parts.body));
  return {
    path: route.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? '')),
    params,
    query: Object.fromEntries(parts.query),
    body,
    key: readKey(parts.call.get('idempotency_key')),
    waitSeconds,
  };
}

function buildUnknownArgument(argument: string, places: ToolEntry['places']): Issue {
  const message = `is not a known argument; this tool accepts ${[...places.keys()].join(', ')}`;
  return { path: `arguments.${shortenName(argument)}`, message };
}

/** Reads the path parameters, all of which are required strings. */
function readParams(
  places: ToolEntry['places'],
  given: ReadonlyMap<string, unknown>,
  issues: Issue[],
): Record<string, string> {
  const wanted = [...places].filter(([, place]) => place.in === 'params');
  const params = wanted.map(([argument, { name }]) => {
    const value = given.get(name);
    if (typeof value === 'string') return [name, value] as const;
    issues.push({ path: `arguments.${argument}`, message: 'is required: send a string' });
    return [name, ''] as const;
  });
  return Object.fromEntries(params);
}

function readWait(value: unknown, issues: Issue[]): number {
  if (value === undefined) return 0;
  const isTime = typeof value === 'number' && Number.isInteger(value) && value >= 0;
  if (isTime && value <= WAIT_SECONDS_MAX) return value;
  const message = `must be a whole number from 0 to ${WAIT_SECONDS_MAX}`;
  issues.push({ path: 'arguments.wait_seconds', message });
  return 0;
}

function readKey(value: unknown): string | null {
  if (value === undefined) return null;
  const key = typeof value === 'string' ? parseIdempotencyKey(value) : null;
  if (key !== null) return key;
  throw refuseKey(
    '`idempotency_key` must be a string of 1 to 255 printable ASCII characters.',
    'IDEMPOTENCY_KEY_INVALID',
  );
}
