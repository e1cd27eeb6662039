import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import leven from 'leven';
import type { TSchema } from 'typebox';
import type { Issue } from '../domain/contract/error.js';

const options = {
  allErrors: true,
  strict: true,
  // `anyOf` of required fields stands beside the properties that it names.
  strictRequired: false,
  verbose: true,
  useDefaults: true,
  // One body or another by the value of one field: only the chosen one is checked.
  discriminator: true,
} as const;
const ajv = new Ajv2020(options);
/** Query values are text: only they are coerced. */
const coercing = new Ajv2020({ ...options, coerceTypes: true });
for (const one of [ajv, coercing]) {
  one.addKeyword('example');
  // `format` describes answers; no input relies on it.
  one.addFormat('uri', true);
}

export type Where = 'body' | 'query';

/** Returns the input with defaults filled in, or every problem of it. */
export type Check = (input: unknown) => { value: unknown; issues: Issue[] };

/** Compiles a schema once, at boot. */
export function compileCheck(schema: TSchema, where: Where): Check {
  const validate = (where === 'query' ? coercing : ajv).compile(withoutId(schema));
  return (input) => {
    const value = structuredClone(input);
    const unstorable = unstorableText(input, where);
    if (validate(value) && unstorable.length === 0) return { value, issues: [] };
    const issues = (validate.errors ?? []).flatMap((error) => issuesOf(error, where));
    return { value, issues: distinct([...issues, ...unstorable]) };
  };
}

/** Two rules can say the same of one value, such as `minLength` and `pattern` of an empty text. */
function distinct(issues: readonly Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [`${issue.path}\n${issue.message}`, issue])).values()];
}

/** PostgreSQL stores neither NUL nor half a surrogate pair in JSON, and no prompt needs them. */
function unstorableText(value: unknown, path: string): Issue[] {
  if (typeof value === 'string') {
    const storable = value.isWellFormed() && !value.includes('\0');
    return storable ? [] : [{ path, message: 'must not contain NUL or half a surrogate pair' }];
  }
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => unstorableText(member, `${path}.${key}`));
}

/** `$id` names a component of the OpenAPI document; ajv would refuse the second use of one. */
function withoutId(schema: TSchema): object {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value)));
}

function issuesOf(error: ErrorObject, where: Where): Issue[] {
  const path = where + error.instancePath.replaceAll('/', '.');
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      // One of several ways to say enough: `anyOf` tells them together.
      if (error.schemaPath.includes('/anyOf/')) return [];
      return [{ path: `${path}.${params.missingProperty}`, message: 'is required' }];
    case 'additionalProperties':
      return [unknownField(path, params.additionalProperty, error.parentSchema)];
    case 'enum':
      return [{ path, message: oneOf(error.data, params.allowedValues.map(String)) }];
    case 'type':
      return [{ path, message: `must be ${articled(params.type)}, not ${kindOf(error.data)}` }];
    case 'maxLength':
      return [{ path, message: `must have at most ${params.limit} characters` }];
    case 'minLength':
    case 'pattern':
      return [{ path, message: isBlank(error.data) ? EMPTY : 'is not of the right form' }];
    case 'minProperties':
      return [{ path, message: `needs at least one of ${knownIn(error.parentSchema).join(', ')}` }];
    case 'discriminator':
      return [unknownTag(error, path)];
    case 'anyOf':
      return alternatives(error.schema as Alternative[], path);
    default:
      return [{ path, message: error.message ?? 'is not valid' }];
  }
}

/** The field that chooses between bodies is missing or none of its values. */
function unknownTag({ params, schema, parentSchema }: ErrorObject, path: string): Issue {
  const tag = (schema as { propertyName: string }).propertyName;
  const branches = (parentSchema as { oneOf: { properties: Record<string, { const: string }> }[] })
    .oneOf;
  const allowed = branches.map(({ properties }) => properties[tag]?.const ?? '');
  return { path: `${path}.${tag}`, message: oneOf(params.tagValue, allowed) };
}

type Alternative = { readonly required?: readonly string[] };

/** `anyOf` of fields: at least one is needed. Other branches have already said what is wrong. */
function alternatives(branches: readonly Alternative[], path: string): Issue[] {
  const fields = branches.flatMap(({ required }) => required ?? []);
  if (branches.some(({ required }) => !required?.length)) return [];
  return [{ path, message: `needs at least one of ${fields.join(', ')}` }];
}

const EMPTY = 'must not be empty';
const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

/** Names of the fields that an object may have. */
function knownIn(schema: unknown): string[] {
  return Object.keys((schema as { properties?: object }).properties ?? {});
}

function unknownField(path: string, name: string, parent: unknown): Issue {
  const known = knownIn(parent);
  return {
    path: `${path}.${name}`,
    message: `is not a known field; ${hint(name, known) ?? `known: ${known.join(', ')}`}`,
  };
}

function oneOf(given: unknown, allowed: readonly string[]): string {
  const guess = typeof given === 'string' ? hint(given, allowed) : null;
  return `must be one of ${allowed.join(', ')}${guess ? `; ${guess}` : ''}`;
}

/** The nearest known name, when it is near enough to be meant. */
export function hint(name: string, known: readonly string[]): string | null {
  const near = known
    .map((candidate) => ({
      candidate,
      distance: leven(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .toSorted((a, b) => a.distance - b.distance)[0];
  const close = near && near.distance <= Math.max(1, Math.floor(near.candidate.length / 3));
  return close ? `did you mean \`${near.candidate}\`?` : null;
}

const articled = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : articled(typeof value);
}
