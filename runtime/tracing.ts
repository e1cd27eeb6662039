import type { FinishedRun } from '../domain/catalogue/traced-run.js';
import type { TracesEnv } from './env-telemetry.js';
import type { Log } from './log.js';

/** A process's tracing. Spans are opened through the OpenTelemetry API. */
export interface Tracing {
  /** Records a workflow run as one span once it has ended. */
  recordRun(run: FinishedRun): void;
  /** Sends the remaining spans, with a time limit. */
  stop(): Promise<void>;
}

const OFF: Tracing = { recordRun: () => undefined, stop: () => Promise.resolve() };

/** Starts tracing if a collector is configured; otherwise loads no SDK code. */
export async function startTracing(
  env: TracesEnv | null,
  service: string,
  log: Log,
): Promise<Tracing> {
  if (env === null) return OFF;
  const { startExport } = await import('./tracing-export.js');
  return startExport(env, service, log);
}
