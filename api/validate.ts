import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import type { Issue } from '../domain/contract/refusal.js';
import { issuesOf, type Where } from './issues.js';
import { shortName } from '../domain/contract/show-value.js';

const options = {
  allErrors: true,
  strict: true,
  // A rule on required fields stands beside the properties that it names.
  strictRequired: false,
  verbose: true,
  // The value of one field chooses between bodies, and only the chosen body is checked.
  discriminator: true,
} as const;
const ajv = new Ajv2020(options);
/** Query values are text: only they are coerced. */
const coercing = new Ajv2020({ ...options, coerceTypes: true });
for (const one of [ajv, coercing]) {
  one.addVocabulary(['example', 'about']);
  // `format` describes answers; no input relies on it.
  one.addFormat('uri', true);
}

/** Returns the input, or every problem of it. The numbers of a query are converted from text. */
export type Check = (input: unknown) => { value: unknown; issues: Issue[] };

/** Compiles a schema once, at boot. */
export function compileCheck(schema: TSchema, where: Where): Check {
  const validate = (where === 'query' ? coercing : ajv).compile(withoutId(schema));
  return (input) => {
    // Coercion changes what it checks, so a query is copied. A body, which may have 28 MB, is not.
    const value = where === 'query' ? structuredClone(input) : input;
    const unstorable = findUnstorable(input, where);
    if (validate(value) && unstorable.length === 0) return { value, issues: [] };
    const issues = (validate.errors ?? []).flatMap((error) => issuesOf(error, where));
    return { value, issues: removeDuplicates([...issues, ...unstorable]) };
  };
}

/** Two rules can say the same of one value, such as `minLength` and `pattern` of an empty text. */
function removeDuplicates(issues: readonly Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [`${issue.path}\n${issue.message}`, issue])).values()];
}

const UNSTORABLE =
  'holds a NUL character or half of a surrogate pair, which cannot be stored; remove it';

/** PostgreSQL stores neither NUL nor half a surrogate pair in JSON, and no prompt needs them. */
function findUnstorable(value: unknown, path: string): Issue[] {
  if (typeof value === 'string') {
    const storable = value.isWellFormed() && !value.includes('\0');
    return storable ? [] : [{ path, message: UNSTORABLE }];
  }
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) =>
    findUnstorable(member, `${path}.${shortName(key)}`),
  );
}

/** `$id` names a component of the OpenAPI document; ajv would refuse the second use of one. */
function withoutId(schema: TSchema): object {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value)));
}
