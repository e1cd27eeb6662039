import type { TSchema } from 'typebox';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Removes the optional fields of a body that are null, at every level, because null counts as
 * absent. Null stays where it has a meaning of its own. It also stays where the field is required
 * or unknown, so that the schema reports it.
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
    if (member === null && optional && !takesNull(known)) return [];
    return [[name, strip(known, member)] as const];
  });
  return Object.fromEntries(members);
}

/** The body that the value of one field chooses, as for a quote. */
function chooseBranch({ discriminator, oneOf }: Json, value: unknown): unknown {
  if (!isObject(discriminator) || !Array.isArray(oneOf) || !isObject(value)) return undefined;
  const tag = String(discriminator['propertyName']);
  return oneOf.find((branch) => branch.properties[tag]?.const === value[tag]);
}

/** Whether null is a value of its own, as for `voice_key` in a change of a character. */
const takesNull = (schema: unknown): boolean =>
  isObject(schema) &&
  (schema['type'] === 'null' || [schema['anyOf']].flat().some((branch) => takesNull(branch)));
