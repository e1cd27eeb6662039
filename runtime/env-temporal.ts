import type { EnvReader } from './env-reader.js';
import {
  isOfTemporal,
  readTemporalAccess,
  type TemporalAccess,
  type TemporalProfile,
} from './temporal-access.js';

/** Where Temporal is, how it is reached, and the workflow code that workers run there. */
export interface TemporalEnv {
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  /** TLS, the key and headers of a Temporal that asks for them. */
  readonly temporalAccess: TemporalAccess;
  /**
   * Keys that hide what histories hold, base64 of 32 bytes each: the first encrypts, any of them
   * decrypts. None: histories are in clear text.
   */
  readonly codecKeys: readonly string[];
  /** Prebuilt workflow code; without it the worker bundles the sources at start. */
  readonly workflowBundle: string | null;
  /** The build of the workflow code that this process runs; null: runs belong to no build. */
  readonly workerBuildId: string | null;
  /** The name in Temporal of all builds together. */
  readonly workerDeployment: string;
}

/** The server that Temporal's variables, and a profile that they ask for, name. */
export function readTemporalProfile(read: EnvReader): TemporalProfile {
  return readTemporalAccess(read.matching(isOfTemporal), read.problems);
}

/** What distinguishes the bundles of workflow code; `npm run build` writes all four. */
export interface BundleVariant {
  /** For workers with a build (WORKER_BUILD_ID). */
  readonly versioned: boolean;
  /** Hides what failures say, for histories that are encrypted. */
  readonly sealed: boolean;
}

/** The file of a variant, next to the plain bundle, which WORKFLOW_BUNDLE names. */
export function nameBundle(file: string, { versioned, sealed }: BundleVariant): string {
  const words = [versioned ? '.versioned' : '', sealed ? '.sealed' : ''].join('');
  return file.replace(/\.js$/, `${words}.js`);
}

/** The settings of Temporal. */
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
