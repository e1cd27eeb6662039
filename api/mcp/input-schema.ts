import type { ToolRow } from '../contract.js';
import type { Route } from '../route.js';
import { toPlainSchema, type Json } from './plain-schema.js';

/** Maximum seconds that a call can wait. Most clients time out after a minute. */
export const WAIT_SECONDS_MAX = 50;

/** A tool argument's place in the request. */
export interface ArgumentTarget {
  readonly in: 'params' | 'query' | 'body' | 'call';
  /** Name of the argument in that part of the request. */
  readonly name: string;
}

interface Field {
  readonly schema: Json;
  readonly place: ArgumentTarget;
  readonly isNeeded: boolean;
}

/** The input schema of a tool, and the place in the request for each argument. */
export interface Input {
  readonly schema: ToolInput;
  readonly places: ReadonlyMap<string, ArgumentTarget>;
}

type ToolInput = {
  readonly type: 'object';
  readonly properties: Record<string, Json>;
  readonly required?: string[];
  readonly additionalProperties: false;
};

/** Tool arguments that are not part of any route. */
const KEY: Json = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'Send the same key when you repeat a call, and it is executed and charged only once. Without it, each call is a new request; the result contains the generated key.',
};
const WAIT: Json = {
  type: 'integer',
  minimum: 0,
  maximum: WAIT_SECONDS_MAX,
  description: `Seconds to wait for the end of the generation, at most ${WAIT_SECONDS_MAX}. After that, the result has the current state. Default 0.`,
};

/**
 * Combines a route's parameters, query and body into one object. Rules between fields at the root
 * of a body are omitted: model providers refuse a tool with `anyOf` or `oneOf` there, and the route
 * checks these rules anyway.
 * @throws {TypeError} if two arguments have the same name
 */
export function buildInputSchema(route: Route, row: ToolRow): Input {
  const fields = new Map<string, Field>();
  const add = (name: string, field: Field): void => {
    if (fields.has(name))
      throw new TypeError(`The tool ${row.name} has two arguments \`${name}\`.`);
    fields.set(name, field);
  };
  for (const [name, field] of [
    ...collectFields('params', route, row),
    ...collectFields('query', route, row),
    ...collectFields('body', route, row),
    ...buildCallFields(route, row),
  ]) {
    add(name, field);
  }
  const required = [...fields].filter(([, { isNeeded }]) => isNeeded).map(([name]) => name);
  const properties = [...fields].map(([name, { schema }]) => [name, schema] as const);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    places: new Map([...fields].map(([name, { place }]) => [name, place])),
  };
}

function buildCallFields(route: Route, { waits }: ToolRow): [string, Field][] {
  const buildCallField = (name: string, schema: Json): [string, Field] => [
    name,
    { schema, place: { in: 'call', name }, isNeeded: false },
  ];
  return [
    ...(waits ? [buildCallField('wait_seconds', WAIT)] : []),
    ...(route.idempotency === 'required' ? [buildCallField('idempotency_key', KEY)] : []),
  ];
}

function collectFields(
  part: 'params' | 'query' | 'body',
  route: Route,
  { fields, without = [], needs = [], names = {} }: ToolRow,
): [string, Field][] {
  if (!route[part]) return [];
  const { properties, required } = mergeBranches(toPlainSchema(route[part]));
  return [...properties]
    .filter(
      ([name]) => part !== 'body' || ((fields?.includes(name) ?? true) && !without.includes(name)),
    )
    .map(([name, schema]) => [
      part === 'params' ? (names[name] ?? name) : name,
      { schema, place: { in: part, name }, isNeeded: [...required, ...needs].includes(name) },
    ]);
}

interface Members {
  readonly properties: ReadonlyMap<string, Json>;
  readonly required: readonly string[];
}

/**
 * Returns the fields of an object, or of all branches if the schema is a choice between objects.
 */
function mergeBranches(schema: Json): Members {
  const branches = (schema['oneOf'] as Json[] | undefined) ?? [schema];
  const forms = new Map<string, Json[]>();
  for (const branch of branches) {
    for (const [name, form] of Object.entries(branch['properties'] as Record<string, Json>)) {
      const known = forms.get(name) ?? [];
      const isKnown = known.some((one) => JSON.stringify(one) === JSON.stringify(form));
      forms.set(name, isKnown ? known : [...known, form]);
    }
  }
  const needed = branches.map((branch) => (branch['required'] as string[] | undefined) ?? []);
  const [first = [], ...others] = needed;
  return {
    properties: new Map([...forms].map(([name, list]) => [name, buildAnyOf(list)])),
    required: first.filter((name) => others.every((list) => list.includes(name))),
  };
}

const buildAnyOf = (forms: readonly Json[]): Json =>
  forms.length === 1 && forms[0] ? forms[0] : { anyOf: forms };
