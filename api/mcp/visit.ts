import type { Caller } from '../../domain/accounts/caller.js';
import type { GenerationWatch } from '../../domain/generations/watch-generations.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import type { RequestLog } from '../request-log.js';
import type { ToolEntry } from './tools.js';

/** What calls of tools share in this process. */
export interface Workshop {
  readonly deps: Deps;
  readonly edge: Edge;
  readonly requests: RequestLog;
  readonly watch: GenerationWatch;
}

/** A request to `/mcp` that was let in. */
export interface Visit extends Workshop {
  readonly caller: Caller;
  /** The tools that it has. */
  readonly tools: ReadonlyMap<string, ToolEntry>;
  /** The id of its next call: that of the request, and a new one for each further call. */
  readonly nextRequestId: () => string;
  /** Told how long a call was held back because the client wants to wait. */
  readonly noteHeld: (ms: number) => void;
}
