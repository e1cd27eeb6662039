export type Json = Readonly<Record<string, unknown>>;

/**
 * A schema of a route as agents get it: whole, without names, and without the words that JSON Schema
 * does not know.
 */
export const plainSchema = (schema: unknown): Json =>
  strip(JSON.parse(JSON.stringify(schema))) as Json;

function strip(node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => strip(item));
  if (typeof node !== 'object' || node === null) return node;
  const { about, ...rest } = node as Json;
  const members = Object.entries(rest)
    .filter(([key]) => key !== '$id' && key !== 'discriminator')
    .map(([key, value]) => [key, strip(value)] as const);
  return { ...Object.fromEntries(members), ...(about !== undefined && { description: about }) };
}

/** The shape alone: what its fields mean, the reference tells, and a list of tools halves without. */
export const bareSchema = (schema: unknown): Json => bare(plainSchema(schema)) as Json;

function bare(node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => bare(item));
  if (typeof node !== 'object' || node === null) return node;
  // A field may be called `description`: its schema is no text.
  const members = Object.entries(node)
    .filter(([key, value]) => key !== 'examples' && !isDescription(key, value))
    .map(([key, value]) => [key, bare(value)] as const);
  return Object.fromEntries(members);
}

const isDescription = (key: string, value: unknown): boolean =>
  key === 'description' && typeof value === 'string';
