import type { ErrorObject } from 'ajv';
import { suggestName } from '../domain/contract/suggest-name.js';
import { FORMS, NAMES } from '../domain/contract/patterns.js';
import type { Issue } from '../domain/contract/refusal.js';
import { readRuleFields } from '../domain/contract/at-least-one.js';
import { shortenName, showValue } from '../domain/contract/show-value.js';
import { describeLength } from './text-length.js';

export type RequestPart = 'body' | 'query' | 'header';

/** Converts an ajv error to an issue with the field, the value and the next step. */
export function toIssue(error: ErrorObject, where: RequestPart): Issue {
  const path = where + formatPointer(error.instancePath);
  if (error.keyword === 'propertyNames') return buildNameIssue(error, path);
  if (error.keyword === 'discriminator') return buildTagIssue(error, path);
  if (error.keyword === 'required') return buildMissingIssue(error, path);
  if (error.keyword === 'additionalProperties') return buildUnknownIssue(error, path, where);
  return { path, message: describeFinding(error, where) };
}

/** Converts a JSON pointer to a path. Its names can come from the caller and have any length. */
const formatPointer = (pointer: string): string =>
  pointer
    .split('/')
    .map((name) => shortenName(name.replaceAll('~1', '/').replaceAll('~0', '~')))
    .join('.');

/** Returns whether another validation error describes the same problem better. */
export function isSaidElsewhere({
  keyword,
  params,
  parentSchema,
  propertyName,
}: ErrorObject): boolean {
  // The rule on the names of an object reports the name.
  if (propertyName !== undefined) return true;
  // The rules inside the `if` report their own errors.
  if (keyword === 'if') return true;
  // The branches of a choice report the problem. It does not help to report that null is allowed.
  if (keyword === 'anyOf' || (keyword === 'type' && params.type === 'null')) return true;
  return keyword === 'type' && (parentSchema as Json).enum !== undefined;
}

function describeFinding(error: ErrorObject, where: RequestPart): string {
  const { keyword, data, params, schema, parentSchema, message } = error;
  switch (keyword) {
    case 'enum':
    case 'const':
      return describeChoice(data, params.allowedValues ?? [params.allowedValue]);
    case 'type':
      return describeWrongType(data, params.type, where);
    case 'maxLength':
      return `must have at most ${Number(schema)} characters, not ${describeLength(String(data))}; shorten it`;
    case 'minLength':
      return isBlank(data)
        ? BLANK
        : `must have at least ${Number(schema)} characters, not ${showValue(data)}`;
    case 'pattern':
      return isBlank(data) ? BLANK : describeWrongForm(data, params.pattern);
    case 'minimum':
    case 'maximum':
      return `must be ${describeRange(parentSchema, 'minimum', 'maximum')}, not ${showValue(data)}`;
    case 'minItems':
    case 'maxItems': {
      const range = describeRange(parentSchema, 'minItems', 'maxItems');
      const items = range.endsWith(' 1') ? 'item' : 'items';
      return `must have ${range} ${items}, not ${(data as unknown[]).length}`;
    }
    case 'uniqueItems':
      return `contains ${showValue((data as unknown[])[params.i])} twice, at ${Math.min(params.i, params.j)} and ${Math.max(params.i, params.j)}; list each value once`;
    case 'maxProperties':
      return `must have at most ${Number(schema)} entries, not ${Object.keys(data as object).length}`;
    case 'minProperties':
      return `must have at least one of ${listKnownFields(parentSchema).join(', ')}`;
    case 'not':
      return `must have at least one of ${readRuleFields(parentSchema).join(', ')}`;
    default:
      return `${message ?? 'is not valid'}, not ${showValue(data)}`;
  }
}

/** Creates issues for infinite numbers such as `1e999`, which ajv does not compare with limits. */
export function buildInfiniteIssues(value: unknown, schema: unknown, where: RequestPart): Issue[] {
  const { properties = {} } = schema as { properties?: Record<string, unknown> };
  return Object.entries(value ?? {}).flatMap(([name, member]) => {
    if (typeof member !== 'number' || Number.isFinite(member)) return [];
    const range = describeRange(properties[name], 'minimum', 'maximum');
    return [{ path: `${where}.${name}`, message: `must be ${range}, not ${member}` }];
  });
}

/** Describes the allowed range of a number or count: `1 to 100`, `at least 1` or `at most 6`. */
function describeRange(schema: unknown, low: string, high: string): string {
  const { [low]: min, [high]: max } = schema as Record<string, number | undefined>;
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : `${min} to ${max}`;
}

function describeWrongType(data: unknown, wanted: string | string[], where: RequestPart): string {
  const type = [wanted].flat().map(withArticle).join(' or ');
  if (where !== 'body' && Array.isArray(data)) {
    return `must be given once, not ${data.length} times`;
  }
  if (where !== 'body') return `must be ${type}, not ${showValue(data)}`;
  const value = data === null || typeof data === 'object' ? '' : ` (${showValue(data)})`;
  return `must be ${type}, not ${describeKind(data)}${value}`;
}

const BLANK = 'must not be empty: send at least one visible character';

/** Returns whether a value is an empty text. Texts much longer than any field are not searched. */
const isBlank = (data: unknown): boolean =>
  typeof data === 'string' && data.length <= 100_000 && data.trim() === '';

function describeWrongForm(data: unknown, pattern: string): string {
  const form = FORMS[pattern] ?? `of the form ${pattern}`;
  const guess = suggestName(String(data), NAMES[pattern] ?? []);
  return `must be ${form}, not ${showValue(data)}${guess ? `; ${guess}` : ''}`;
}

function buildMissingIssue({ params, parentSchema }: ErrorObject, path: string): Issue {
  const name: string = params.missingProperty;
  const { properties = {} } = parentSchema as { properties?: Record<string, Json> };
  const { enum: values, type } = properties[name] ?? {};
  const wanted = values ? `one of ${values.join(', ')}` : type && withArticle(type);
  return { path: `${path}.${name}`, message: `is required${wanted ? `: send ${wanted}` : ''}` };
}

/** Creates the issue for a name that an object does not allow. */
function buildNameIssue({ params, schema }: ErrorObject, path: string): Issue {
  const name: string = params.propertyName;
  const { pattern } = schema as { pattern: string };
  const message = `has a name that is not allowed: use ${FORMS[pattern] ?? pattern}`;
  return { path: `${path}.${shortenName(name)}`, message };
}

type Json = { readonly enum?: readonly unknown[]; readonly type?: string };

/** Creates the issue for a discriminator field that is missing or has an unknown value. */
function buildTagIssue({ params, schema, parentSchema }: ErrorObject, path: string): Issue {
  const tag = (schema as { propertyName: string }).propertyName;
  const branches = (parentSchema as { oneOf: { properties: Record<string, { const: string }> }[] })
    .oneOf;
  const allowed = branches.map(({ properties }) => properties[tag]?.const ?? '');
  const message =
    params.tagValue === undefined
      ? `is required: send one of ${allowed.join(', ')}`
      : describeChoice(params.tagValue, allowed);
  return { path: `${path}.${tag}`, message };
}

/** Lists the names of the fields that an object can have. */
function listKnownFields(schema: unknown): string[] {
  return Object.keys((schema as { properties?: object }).properties ?? {});
}

function buildUnknownIssue(
  { params, parentSchema }: ErrorObject,
  path: string,
  where: RequestPart,
): Issue {
  const name: string = params.additionalProperty;
  const known = listKnownFields(parentSchema);
  const what = where === 'query' ? 'query parameter' : 'field';
  const next =
    known.length === 0
      ? `this endpoint accepts none, leave it out`
      : (suggestName(name, known) ?? `known: ${known.join(', ')}`);
  return { path: `${path}.${shortenName(name)}`, message: `is not a known ${what}; ${next}` };
}

function describeChoice(given: unknown, allowed: readonly unknown[]): string {
  const names = allowed.map(String);
  // Compare a number as text, so that `720` suggests `720p`.
  const text = typeof given === 'string' || typeof given === 'number' ? String(given) : null;
  const isWrongType = text !== null && text !== given && names.includes(text);
  const guess = isWrongType ? `send it as text: "${text}"` : text && suggestName(text, names);
  return `must be one of ${names.join(', ')}, not ${showValue(given)}${guess ? `; ${guess}` : ''}`;
}

const withArticle = (type: string) => {
  if (type === 'null') return 'null';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
};

function describeKind(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : withArticle(typeof value);
}
