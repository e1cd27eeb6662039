import type { GenerationBody } from '../../domain/contract/generation.js';
import { readGeneration } from '../../domain/generations/read-generation.js';
import { isUnderWay, type Seen } from '../../domain/generations/watch-generations.js';
import type { Visit } from './visit.js';

/** What a client is told while it waits. */
export interface Progress {
  /** Seconds, to the hundredth. Grows with each line. */
  readonly progress: number;
  readonly total: number;
  readonly message: string;
}

export interface Wait {
  readonly seconds: number;
  /** Aborted when the caller is gone. The generation goes on then. */
  readonly gone: AbortSignal;
  /** Null when the client wants to hear nothing. */
  readonly tell: ((line: Progress) => void) | null;
}

/** Clients that hear nothing for long take a call for lost. */
const TELL_EVERY_S = 5;

/**
 * Waits for the end of a generation.
 * @returns it as it is then; as it was when nothing can be waited for, or too many wait already: a
 * generation that is accepted is no reason to refuse
 */
export async function waitForEnd(
  generation: GenerationBody,
  { caller, deps, edge, watch, noteHeld }: Visit,
  { seconds, gone, tell }: Wait,
): Promise<GenerationBody> {
  // What becomes of a generation only those may see who may read.
  const isIdle = seconds === 0 || !caller.scopes.includes('read');
  if (isIdle || !isUnderWay(generation.status)) return generation;
  const leave = edge.watches.tryToEnter(caller.accountId);
  if (!leave) return generation;
  const { id } = generation;
  const began = performance.now();
  try {
    const ended = [gone, deps.stopping.signal];
    const onLook = tell ? createTeller(seconds, tell) : () => {};
    await watch.untilEnd({ id, seconds, ended, onLook });
  } finally {
    leave();
    noteHeld(performance.now() - began);
  }
  if (gone.aborted) return generation;
  const named = { id, accountId: caller.accountId };
  // Whatever fails from here on, the work is accepted, and the call has succeeded.
  const now = await readGeneration(deps.db.manager, named, deps).catch(() => null);
  return now ?? generation;
}

/** Tells each change, and now and then that there is none. */
function createTeller(total: number, tell: (line: Progress) => void): (seen: Seen) => void {
  const began = performance.now();
  let last = { message: '', at: -TELL_EVERY_S };
  return ({ status, stage }) => {
    const message = stage === null ? status : `${status}: ${stage.replaceAll('_', ' ')}`;
    const at = Math.round((performance.now() - began) / 10) / 100;
    if (message === last.message && at - last.at < TELL_EVERY_S) return;
    last = { message, at };
    tell({ progress: Math.min(at, total), total, message });
  };
}
