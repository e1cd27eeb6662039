import type { Tool } from '@modelcontextprotocol/server';
import type { ToolRow } from '../contract.js';
import type { Route } from '../route.js';
import { toBareSchema, type Json } from './plain-schema.js';

/** Builds a tool's output schema. Clients of the 2025 revisions require an object at the root. */
export function buildOutputSchema({ response, other }: Route, row: ToolRow): Tool['outputSchema'] {
  const first = repeatSchemas(toBareSchema(response), row);
  if (!other) return { ...first, type: 'object' };
  return { type: 'object', anyOf: [first, toBareSchema(other.response)] };
}

function repeatSchemas(schema: Json, { again = {} }: ToolRow): Json {
  const properties = schema['properties'] as Json | undefined;
  if (!properties || Object.keys(again).length === 0) return schema;
  const required = [schema['required'] ?? [], Object.values(again)].flat();
  return { ...schema, properties: { ...properties, ...repeat(properties, again) }, required };
}

/** Adds the response fields that are repeated under another name. */
export const repeatMembers = (body: Json, { again = {} }: ToolRow): Json => ({
  ...body,
  ...repeat(body, again),
});

const repeat = (members: Json, again: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(Object.entries(again).map(([name, other]) => [other, members[name]]));
