import type { Caller } from '../../domain/accounts/caller.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import type { RequestLog } from '../request-log.js';
import type { ToolEntry } from './tools.js';

/** Dependencies that all tool calls of the process share. */
export interface McpContext {
  readonly deps: Deps;
  readonly edge: Edge;
  readonly requests: RequestLog;
}

/** An authenticated request to `/mcp`. */
export interface McpRequest extends McpContext {
  readonly caller: Caller;
  /** The tools that the caller can use. */
  readonly tools: ReadonlyMap<string, ToolEntry>;
  /** Returns the next call's id: the request's id first, then new ids. */
  readonly nextRequestId: () => string;
  /** Records how long a call waited because the client requested a wait. */
  readonly noteHeld: (ms: number) => void;
}
