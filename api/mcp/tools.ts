import type { Tool } from '@modelcontextprotocol/server';
import { prepareRoute, type CheckedRoute } from '../check-input.js';
import type { ToolRow } from '../contract.js';
import type { Route } from '../route.js';
import { buildInputSchema, type Input } from './input-schema.js';
import { buildOutputSchema } from './output-schema.js';

/** A tool, ready to be listed and called. */
export interface ToolEntry {
  readonly row: ToolRow;
  readonly answerable: CheckedRoute;
  readonly places: Input['places'];
  /** The tool's entry in the tool list. */
  readonly listed: Tool;
}

/** Builds a route table's tools, by name. They are built once, so that listing is cheap. */
export function buildTools(table: readonly Route[]): ReadonlyMap<string, ToolEntry> {
  const entries = table.flatMap((route) => (route.tool ? [toEntry(route, route.tool)] : []));
  const tools = new Map<string, ToolEntry>();
  // A stable order keeps clients' caches and models' prompt caches valid.
  for (const entry of entries.toSorted((a, b) => (a.row.name < b.row.name ? -1 : 1))) {
    const { name } = entry.row;
    if (tools.has(name)) throw new TypeError(`Two tools are called ${name}.`);
    tools.set(name, entry);
  }
  return tools;
}

function toEntry(route: Route, row: ToolRow): ToolEntry {
  if (route.answers || route.entryPoint || route.right) {
    throw new TypeError(
      `${route.id} cannot be a tool: API keys cannot call it, or it does not return JSON.`,
    );
  }
  const { schema, places } = buildInputSchema(route, row);
  return {
    row,
    answerable: prepareRoute(route),
    places,
    listed: {
      name: row.name,
      title: row.title,
      description: row.description,
      inputSchema: schema as Tool['inputSchema'],
      outputSchema: buildOutputSchema(route, row),
      annotations: buildAnnotations(route, row),
    },
  };
}

/** Returns whether a route is read-only: all other routes have an Idempotency-Key. */
const isReadOnly = (route: Route): boolean => route.idempotency === 'none';

function buildAnnotations(route: Route, row: ToolRow): Tool['annotations'] {
  const isRead = isReadOnly(route);
  return {
    title: row.title,
    readOnlyHint: isRead,
    destructiveHint: row.destructive ?? route.method === 'DELETE',
    idempotentHint: isRead || row.destructive === true,
    openWorldHint: row.open ?? false,
  };
}
