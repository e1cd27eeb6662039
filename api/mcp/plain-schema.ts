export type Json = Readonly<Record<string, unknown>>;

/**
 * Converts a route schema for agents: inlines all references, and removes names and keywords that
 * are not part of JSON Schema.
 */
export const toPlainSchema = (schema: unknown): Json =>
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

/** Removes descriptions from a schema, which halves the tool list. The reference has them. */
export const toBareSchema = (schema: unknown): Json =>
  stripDescriptions(toPlainSchema(schema)) as Json;

function stripDescriptions(node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => stripDescriptions(item));
  if (typeof node !== 'object' || node === null) return node;
  // A field can be named `description`. Its value is then a schema, not a string.
  const members = Object.entries(node)
    .filter(([key, value]) => key !== 'examples' && !isDescription(key, value))
    .map(([key, value]) => [key, stripDescriptions(value)] as const);
  return Object.fromEntries(members);
}

const isDescription = (key: string, value: unknown): boolean =>
  key === 'description' && typeof value === 'string';
