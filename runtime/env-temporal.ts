import type { EnvReader } from './env-reader.js';
import {
  isTemporalVariable,
  readTemporalAccess,
  type TemporalAccess,
  type TemporalProfile,
} from './temporal-access.js';

/** Temporal's address and credentials, and the workflow code that workers run. */
export interface TemporalEnv {
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  /** TLS settings, API key and headers, if Temporal requires them. */
  readonly temporalAccess: TemporalAccess;
  /**
   * Keys that encrypt history payloads, each base64 of 32 bytes: the first key encrypts, any key
   * decrypts. Without keys, histories are in plain text.
   */
  readonly codecKeys: readonly string[];
  /** Prebuilt workflow code; if null, the worker bundles the sources when it starts. */
  readonly workflowBundle: string | null;
  /** The build of the workflow code that this process runs; null for unversioned workers. */
  readonly workerBuildId: string | null;
  /** The name of the Worker Deployment in Temporal that contains all builds. */
  readonly workerDeployment: string;
}

/** Reads the server's settings from Temporal's variables and the profile that they select. */
export function readTemporalProfile(read: EnvReader): TemporalProfile {
  return readTemporalAccess(read.matching(isTemporalVariable), read.problems);
}

/** Distinguishes the bundles of workflow code; `npm run build` writes all four. */
export interface BundleVariant {
  /** Whether the bundle is for workers with a build id (WORKER_BUILD_ID). */
  readonly versioned: boolean;
  /** Whether the bundle hides failure messages, for encrypted histories. */
  readonly sealed: boolean;
}

/** Returns a variant's file, next to the plain bundle that WORKFLOW_BUNDLE names. */
export function nameBundle(file: string, { versioned, sealed }: BundleVariant): string {
  const words = [versioned ? '.versioned' : '', sealed ? '.sealed' : ''].join('');
  return file.replace(/\.js$/, `${words}.js`);
}

/** Reads the Temporal settings. */
export function readTemporal(read: EnvReader): TemporalEnv {
  const profile = readTemporalProfile(read);
  const codecKeys = read.optionalKeys('TEMPORAL_CODEC_KEY');
  const bundle = read.optional('WORKFLOW_BUNDLE');
  const version = readVersion(read);
  const variant = { versioned: version.workerBuildId !== null, sealed: codecKeys.length > 0 };
  return {
    temporalAddress: profile.address ?? '127.0.0.1:7233',
    temporalNamespace: profile.namespace ?? 'default',
    temporalAccess: profile.access,
    codecKeys,
    workflowBundle: bundle && nameBundle(bundle, variant),
    ...version,
  };
}

/**
 * Temporal joins deployment and build with separators, and list filters quote them, so names may
 * contain neither separators nor quotes.
 */
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
