import { refuseInvalid } from '../../domain/contract/refusal.js';
import type { Caller } from '../../domain/accounts/caller.js';
import { readQuery } from '../query.js';
import type { ToolEntry } from './tools.js';

/** Tool sets that a client can select in its address: `/mcp?toolset=read_only`. */
const TOOLSETS = {
  all: () => true,
  /**
   * Excludes tools that generate, because some app directories do not accept servers that generate
   * images or videos.
   */
  no_generation: ({ row }: ToolEntry) => !row.makes,
  read_only: ({ listed }: ToolEntry) => listed.annotations?.readOnlyHint === true,
} as const;

export type Toolset = keyof typeof TOOLSETS;

const isToolset = (name: string): name is Toolset => Object.hasOwn(TOOLSETS, name);

/**
 * Reads the selected tool set. @throws {Refusal} VALIDATION_ERROR for an unknown set or any other
 * parameter
 */
export function readToolset(querystring: string): Toolset {
  const { toolset = 'all', ...others } = readQuery(querystring);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    const message = 'is not a known parameter; use `toolset`';
    throw refuseInvalid([{ path: `query.${unknown}`, message }]);
  }
  if (typeof toolset === 'string' && isToolset(toolset)) return toolset;
  const message = `must be one of ${Object.keys(TOOLSETS).join(', ')}, given once`;
  throw refuseInvalid([{ path: 'query.toolset', message }]);
}

/** Returns the set's tools that the caller's scopes allow. All others appear absent. */
export function allowTools(
  tools: ReadonlyMap<string, ToolEntry>,
  toolset: Toolset,
  { scopes }: Pick<Caller, 'scopes'>,
): ReadonlyMap<string, ToolEntry> {
  const isIn: (entry: ToolEntry) => boolean = TOOLSETS[toolset];
  const allowed = [...tools].filter(
    ([, entry]) => isIn(entry) && scopes.includes(entry.answerable.route.scope),
  );
  return new Map(allowed);
}
