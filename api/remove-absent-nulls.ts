import type { TSchema } from 'typebox';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Removes optional fields that are null from a body, on every level, because null counts as absent.
 * Null stays where it has a meaning. It also stays in required or unknown fields, so that the
 * schema reports them.
 */
export function removeAbsentNulls(schema: TSchema, value: unknown): unknown {
  return strip(schema, value);
}

function strip(schema: unknown, value: unknown): unknown {
  if (!isObject(schema)) return value;
  const chosen = chooseBranch(schema, value);
  if (chosen) return strip(chosen, value);
  if (Array.isArray(value)) return value.map((item) => strip(schema['items'], item));
  const { properties, required } = schema;
  if (!isObject(value) || !isObject(properties)) return value;
  const needed: unknown = required ?? [];
  const members = Object.entries(value).flatMap(([name, member]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const optional = known !== undefined && !(needed as string[]).includes(name);
    if (member === null && optional && !isNullable(known)) return [];
    return [[name, strip(known, member)] as const];
  });
  return Object.fromEntries(members);
}

/** Returns the schema branch that the discriminator field selects, for example in a quote. */
function chooseBranch({ discriminator, oneOf }: Json, value: unknown): unknown {
  if (!isObject(discriminator) || !Array.isArray(oneOf) || !isObject(value)) return undefined;
  const tag = String(discriminator['propertyName']);
  return oneOf.find((branch) => branch.properties[tag]?.const === value[tag]);
}

/** Returns whether null is an allowed value, such as for `voice_key` in a character update. */
const isNullable = (schema: unknown): boolean =>
  isObject(schema) &&
  (schema['type'] === 'null' || [schema['anyOf']].flat().some((branch) => isNullable(branch)));
