import type { EndedRun } from '../domain/catalogue/traced-run.js';
import type { TracesEnv } from './env-telemetry.js';
import type { Log } from './log.js';

/** The traces of a process: whatever opens a span does it through the API of OpenTelemetry. */
export interface Tracing {
  /** Records a run of a workflow, which is known as a whole only when it has ended. */
  recordRun(run: EndedRun): void;
  /** Sends what is left; bounded in time. */
  stop(): Promise<void>;
}

const OFF: Tracing = { recordRun: () => undefined, stop: () => Promise.resolve() };

/** Begins to trace where a collector is named. Without one, no code of an SDK is loaded. */
export async function startTracing(
  env: TracesEnv | null,
  service: string,
  log: Log,
): Promise<Tracing> {
  if (env === null) return OFF;
  const { startExport } = await import('./tracing-export.js');
  return startExport(env, service, log);
}
