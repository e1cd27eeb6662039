import { fileURLToPath } from 'node:url';
import type { HistoryAndWorkflowId } from '@temporalio/client';
import {
  makeTelemetryFilterString,
  Runtime,
  Worker,
  type Logger,
  type ReplayWorkerOptions,
} from '@temporalio/worker';

const doNothing = (): void => undefined;

/** A logger that prints nothing, because we print a failure ourselves, and only once. */
const QUIET: Logger = {
  log: doNothing,
  trace: doNothing,
  debug: doNothing,
  info: doNothing,
  warn: doNothing,
  error: doNothing,
};

/** What runs are replayed against: the workflow code of the checkout. */
const codeOfCheckout = (): ReplayWorkerOptions => ({
  workflowsPath: fileURLToPath(new URL('../workflows/index.ts', import.meta.url)),
});

/** How one run came out: the SDK's words for what went wrong, or null. */
export interface Replayed {
  readonly workflowId: string;
  readonly problem: string | null;
}

/**
 * Replays runs one after the other; a run is asked for when the one before it is done, so memory
 * holds a single history.
 */
export async function* replayAll(
  runs: AsyncIterable<HistoryAndWorkflowId> | Iterable<HistoryAndWorkflowId>,
): AsyncGenerator<Replayed> {
  const logging = { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) };
  Runtime.install({ logger: QUIET, telemetryOptions: { logging } });
  for await (const { workflowId, error } of Worker.runReplayHistories(codeOfCheckout(), runs)) {
    yield { workflowId, problem: error ? error.message : null };
  }
}
