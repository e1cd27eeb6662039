import type { EnvReader } from './env-reader.js';
import {
  isTemporalVariable,
  readTemporalAccess,
  type TemporalAccess,
  type TemporalProfile,
} from './temporal-access.js';

/** Address and credentials of Temporal, and the workflow code that workers run. */
export interface TemporalEnv {
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  /** TLS settings, key and headers, if Temporal requires them. */
  readonly temporalAccess: TemporalAccess;
  /**
   * Keys that encrypt the payloads of histories, base64 of 32 bytes each: the first encrypts, any
   * of them decrypts. With no keys, histories are in plain text.
   */
  readonly codecKeys: readonly string[];
  /** Prebuilt workflow code; without it the worker bundles the sources at start. */
  readonly workflowBundle: string | null;
  /** The build of the workflow code that this process runs; null for unversioned workers. */
  readonly workerBuildId: string | null;
  /** The name of the Worker Deployment in Temporal, which contains all builds. */
  readonly workerDeployment: string;
}

/** Reads the server from Temporal's variables and the profile that they select. */
export function readTemporalProfile(read: EnvReader): TemporalProfile {
  return readTemporalAccess(read.matching(isTemporalVariable), read.problems);
}

/** Distinguishes the bundles of workflow code; `npm run build` writes all four. */
export interface BundleVariant {
  /** For workers with a build id (WORKER_BUILD_ID). */
  readonly versioned: boolean;
  /** Hides failure messages, for encrypted histories. */
  readonly sealed: boolean;
}

/** The file of a variant, next to the plain bundle that WORKFLOW_BUNDLE names. */
export function nameBundle(file: string, { versioned, sealed }: BundleVariant): string {
  const words = [versioned ? '.versioned' : '', sealed ? '.sealed' : ''].join('');
  return file.replace(/\.js$/, `${words}.js`);
}

/** Reads the settings of Temporal. */
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
 * Temporal joins the two with separators, and list filters quote them: neither may contain those.
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
