import type { EnvReader } from './env-reader.js';

/** Where Temporal is, and the workflow code that workers run there. */
export interface TemporalEnv {
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  /** Prebuilt workflow code; without it the worker bundles the sources at start. */
  readonly workflowBundle: string | null;
  /** The build of the workflow code that this process runs; null: runs belong to no build. */
  readonly workerBuildId: string | null;
  /** The name in Temporal of all builds together. */
  readonly workerDeployment: string;
}

/** The settings of Temporal. */
export function readTemporal(read: EnvReader): TemporalEnv {
  return {
    temporalAddress: read.text('TEMPORAL_ADDRESS', '127.0.0.1:7233'),
    temporalNamespace: read.text('TEMPORAL_NAMESPACE', 'default'),
    workflowBundle: read.optional('WORKFLOW_BUNDLE'),
    ...readVersion(read),
  };
}

/** Temporal puts the two together with marks of its own, and conditions of lists quote them. */
const BUILD = /^[\w.-]{1,100}$/;
const DEPLOYMENT = /^[\w-]{1,100}$/;

function readVersion(read: EnvReader): Pick<TemporalEnv, 'workerBuildId' | 'workerDeployment'> {
  const workerBuildId = read.optional('WORKER_BUILD_ID');
  const workerDeployment = read.text('WORKER_DEPLOYMENT', 'media-generation-platform');
  if (workerBuildId !== null && !BUILD.test(workerBuildId)) {
    read.problems.push('WORKER_BUILD_ID takes letters, digits, dots, dashes and underscores');
  }
  if (!DEPLOYMENT.test(workerDeployment)) {
    read.problems.push('WORKER_DEPLOYMENT takes letters, digits, dashes and underscores');
  }
  return { workerBuildId, workerDeployment };
}
