import type { EnvReader } from './env-reader.js';

/** Where Temporal is, and the workflow code that workers run there. */
export interface TemporalEnv {
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  /** Prebuilt workflow code; without it the worker bundles the sources at start. */
  readonly workflowBundle: string | null;
}

/** The settings of Temporal. */
export function readTemporal(read: EnvReader): TemporalEnv {
  return {
    temporalAddress: read.text('TEMPORAL_ADDRESS', '127.0.0.1:7233'),
    temporalNamespace: read.text('TEMPORAL_NAMESPACE', 'default'),
    workflowBundle: read.optional('WORKFLOW_BUNDLE'),
  };
}
