import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { ISSUES_MAX, type Issue } from '../domain/contract/refusal.js';
import { shortenName } from '../domain/contract/show-value.js';
import { isSaidElsewhere, toIssue, buildInfiniteIssues, type RequestPart } from './issues.js';
import { checkLengthFirst } from './length-first.js';
import { addTextLengths } from './text-length.js';

const options = {
  allErrors: true,
  strict: true,
  // Rules on required fields can be next to the properties, not only inside them.
  strictRequired: false,
  verbose: true,
  // A discriminator field selects the body schema, and only that schema is checked.
  discriminator: true,
} as const;
const ajv = new Ajv2020(options);
/** Coerces types; used for queries and headers, whose values are text. */
const coercing = new Ajv2020({ ...options, coerceTypes: true });
for (const one of [ajv, coercing]) {
  one.addVocabulary(['example', 'about']);
  // `format` only describes responses; no input relies on it.
  one.addFormat('uri', true);
  addTextLengths(one);
}

/** The input, with query numbers converted from text, and its problems. */
export interface CheckedInput {
  readonly value: unknown;
  /** The first problems, up to the maximum in one response. */
  readonly issues: readonly Issue[];
  /** Total number of problems, including those not listed. */
  readonly count: number;
}

export type InputCheck = (input: unknown) => CheckedInput;

/** Compiled schemas of this process, one map per ajv instance. */
const compiled = new Map(
  [ajv, coercing].map((one) => [one, new WeakMap<TSchema, ValidateFunction>()]),
);

/** Returns the compiled schema. It is compiled once per process for all routes and apps. */
function findValidator(schema: TSchema, where: RequestPart): ValidateFunction {
  const compiler = where === 'body' ? ajv : coercing;
  const known = compiled.get(compiler)?.get(schema);
  if (known) return known;
  const validate = compiler.compile(prepare(schema));
  compiled.get(compiler)?.set(schema, validate);
  return validate;
}

/**
 * Creates a function that checks inputs against a schema. The first input compiles the schema:
 * compiling all schemas at startup took 0.75 s of the API's 0.85 s startup time.
 */
export function compileCheck(schema: TSchema, where: RequestPart): InputCheck {
  return (input) => {
    const validate = findValidator(schema, where);
    // Coercion changes its input, so a query is copied. A body can be 28 MB, so it is not copied.
    const value = where === 'body' ? input : structuredClone(input);
    const isValid = validate(value);
    const others = listUnstorable(input, where);
    if (where !== 'body') others.push(...buildInfiniteIssues(value, schema, where));
    if (isValid && others.length === 0) return { value, issues: [], count: 0 };
    const found = listIssues(validate.errors ?? [], where);
    return {
      value,
      issues: [...found.issues, ...others].slice(0, ISSUES_MAX),
      count: found.count + others.length,
    };
  };
}

/**
 * Writes messages for the errors that a response lists, and only counts the rest, because a message
 * is expensive: each unknown name is compared with every known one. Two rules can report the same
 * problem, such as `minLength` and `pattern` for an empty text; the problem counts once.
 */
function listIssues(errors: readonly ErrorObject[], where: RequestPart) {
  const issues = new Map<string, Issue>();
  const more = new Set<string>();
  for (const error of errors) {
    if (isSaidElsewhere(error)) continue;
    if (issues.size < ISSUES_MAX) {
      const issue = toIssue(error, where);
      issues.set(`${issue.path}\n${issue.message}`, issue);
    } else {
      const { additionalProperty = '', missingProperty = '' } = error.params;
      const rule = error.keyword === 'minLength' ? 'pattern' : error.keyword;
      more.add([error.instancePath, rule, additionalProperty, missingProperty].join('\n'));
    }
  }
  return { issues: [...issues.values()], count: issues.size + more.size };
}

const UNSTORABLE =
  'contains a NUL character or half of a surrogate pair, which cannot be stored; remove it';

/**
 * Reports NUL and unpaired surrogates in texts and names: PostgreSQL cannot store them in JSON, and no prompt needs
 * them.
 */
function listUnstorable(value: unknown, path: string): Issue[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ path, message: UNSTORABLE }];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const inside = `${path}.${shortenName(key).toWellFormed()}`;
    const issues = listUnstorable(member, inside);
    return isStorable(key) ? issues : [{ path: inside, message: UNSTORABLE }, ...issues];
  });
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Removes `$id`, an OpenAPI component's name, because ajv refuses the same id twice. */
function prepare(schema: TSchema): object {
  const text = JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value));
  return checkLengthFirst(JSON.parse(text)) as object;
}
