import type { HistoryAndWorkflowId } from '@temporalio/client';
import {
  makeTelemetryFilterString,
  Runtime,
  Worker,
  type Logger,
  type ReplayWorkerOptions,
} from '@temporalio/worker';
import { readEnvironment, EnvError } from '../runtime/env.js';
import { EnvReader } from '../runtime/env-reader.js';
import { buildConverterOptions } from '../runtime/temporal-connection.js';
import { WORKFLOW_CODE } from '../runtime/workflow-code.js';

const doNothing = (): void => undefined;

/** Logs nothing: the caller prints a failure itself, once. */
const QUIET: Logger = {
  log: doNothing,
  trace: doNothing,
  debug: doNothing,
  info: doNothing,
  warn: doNothing,
  error: doNothing,
};

/**
 * Returns the checkout's workflow code and interceptors. The codec key decrypts the payloads of
 * encrypted histories, both from files and from a server.
 */
function readCheckoutCode(): ReplayWorkerOptions {
  const read = new EnvReader(readEnvironment());
  const codecKeys = read.optionalKeys('TEMPORAL_CODEC_KEY');
  if (read.problems.length > 0) throw new EnvError(read.problems);
  const { workflowsPath, workflowInterceptorModules: workflowModules } = WORKFLOW_CODE;
  return {
    workflowsPath,
    interceptors: { workflowModules },
    ...buildConverterOptions({ codecKeys }),
  };
}

/** Result of replaying one run: the SDK's error message, or null. */
export interface ReplayResult {
  readonly workflowId: string;
  readonly problem: string | null;
}

/**
 * Replays runs one after another. The next run is fetched only when the previous one is done, so
 * memory holds a single history.
 */
export async function* replayAll(
  runs: AsyncIterable<HistoryAndWorkflowId> | Iterable<HistoryAndWorkflowId>,
): AsyncGenerator<ReplayResult> {
  const logging = { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) };
  Runtime.install({ logger: QUIET, telemetryOptions: { logging } });
  for await (const { workflowId, error } of Worker.runReplayHistories(readCheckoutCode(), runs)) {
    yield { workflowId, problem: error ? error.message : null };
  }
}
