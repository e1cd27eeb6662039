import { refuseInvalid } from '../../domain/contract/refusal.js';
import type { Caller } from '../../domain/accounts/caller.js';
import { readQuery } from '../query.js';
import type { ToolEntry } from './tools.js';

/** Which tools a client asks for in its address: `/mcp?toolset=read_only`. */
const TOOLSETS = {
  all: () => true,
  /** Directories of some makers take no server that makes pictures or clips. */
  no_generation: ({ row }: ToolEntry) => !row.makes,
  read_only: ({ listed }: ToolEntry) => listed.annotations?.readOnlyHint === true,
} as const;

export type Toolset = keyof typeof TOOLSETS;

const isToolset = (name: string): name is Toolset => Object.hasOwn(TOOLSETS, name);

/** @throws {Refusal} VALIDATION_ERROR for a set that does not exist, and for any other parameter */
export function readToolset(querystring: string): Toolset {
  const { toolset = 'all', ...others } = readQuery(querystring);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    const message = 'is not known; there is only `toolset`';
    throw refuseInvalid([{ path: `query.${unknown}`, message }]);
  }
  if (typeof toolset === 'string' && isToolset(toolset)) return toolset;
  const message = `must be one of ${Object.keys(TOOLSETS).join(', ')}, given once`;
  throw refuseInvalid([{ path: 'query.toolset', message }]);
}

/** The tools that a caller has: those of the set that its scopes allow. All others seem absent. */
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
