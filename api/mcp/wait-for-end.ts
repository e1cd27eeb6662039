import type { WorkBody } from '../../domain/contract/work.js';
import { readWork } from '../../domain/generations/read-work.js';
import {
  isUnderWay,
  waitUntilEnd,
  type GenerationPoll,
} from '../../domain/generations/watch-generations.js';
import type { McpRequest } from './mcp-request.js';

/** Progress that a waiting client receives. */
export interface ProgressUpdate {
  /** Elapsed seconds, rounded to hundredths. The value increases with each message. */
  readonly progress: number;
  readonly total: number;
  readonly message: string;
}

export interface WaitOptions {
  readonly seconds: number;
  /** Aborted when the caller disconnects. The generation continues. */
  readonly gone: AbortSignal;
  /** Sends progress; null if the client did not request progress. */
  readonly notifyProgress: ((line: ProgressUpdate) => void) | null;
}

/** Interval of progress messages. Clients abandon a call without progress after a long time. */
const NOTIFY_EVERY_S = 5;

/**
 * Waits for a generation or speech to end.
 * @returns the generation after the wait. If the call cannot wait or too many calls are waiting,
 * returns the generation unchanged: it is already accepted, so the call must not fail
 */
export async function waitForEnd(
  generation: WorkBody,
  { caller, deps, edge, noteHeld }: McpRequest,
  { seconds, gone, notifyProgress }: WaitOptions,
): Promise<WorkBody> {
  // Only callers with the `read` scope can see the outcome.
  const isIdle = seconds === 0 || !caller.scopes.includes('read');
  if (isIdle || !isUnderWay(generation.status)) return generation;
  const leave = edge.waits.tryToEnter(caller.accountId);
  if (!leave) return generation;
  const { id, object } = generation;
  const began = performance.now();
  try {
    const ended = [gone, deps.stopping.signal];
    const onProgress = notifyProgress && createProgressReporter(seconds, notifyProgress);
    const wait = { id, seconds, ended, ...(onProgress && { onProgress }) };
    await waitUntilEnd(edge.generations, wait);
  } finally {
    leave();
    noteHeld(performance.now() - began);
  }
  if (gone.aborted) return generation;
  const named = { id, object, accountId: caller.accountId };
  // Ignore failures from here on: the generation is accepted, so the call has succeeded.
  const now = await readWork(deps, named, edge.stageTimes()).catch(() => null);
  return now ?? generation;
}

/** Creates a function that reports each change, and regularly that nothing has changed. */
function createProgressReporter(
  total: number,
  notifyProgress: (line: ProgressUpdate) => void,
): (seen: GenerationPoll) => void {
  const began = performance.now();
  let last = { message: '', at: -NOTIFY_EVERY_S };
  return ({ status, stage }) => {
    const message = stage === null ? status : `${status}: ${stage.replaceAll('_', ' ')}`;
    const at = Math.round((performance.now() - began) / 10) / 100;
    if (message === last.message && at - last.at < NOTIFY_EVERY_S) return;
    last = { message, at };
    notifyProgress({ progress: Math.min(at, total), total, message });
  };
}
