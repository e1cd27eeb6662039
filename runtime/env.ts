import { readIdentity, type IdentityEnv } from './env-identity.js';
import { readModels, type ModelsEnv } from './env-models.js';
import { readProviders, type ProvidersEnv } from './env-providers.js';
import { EnvReader, HTTP, type Source } from './env-reader.js';
import { readSocial, type SocialEnv } from './env-social.js';
import { readTelemetry, type TelemetryEnv } from './env-telemetry.js';
import { readTemporal, type TemporalEnv } from './env-temporal.js';
import { readWorkers, type WorkersEnv } from './env-workers.js';

export type { Source } from './env-reader.js';

/** The configuration of a process: environment variables, parsed once (names: `.env.example`). */
export interface Env
  extends IdentityEnv, ModelsEnv, ProvidersEnv, SocialEnv, TelemetryEnv, TemporalEnv, WorkersEnv {
  readonly databaseUrl: string;
  /** Address of a connection pooler for the API and workers; null without one. */
  readonly databasePoolerUrl: string | null;
  readonly s3: {
    readonly endpoint: string;
    /** Address of the store for clients, which PUT their uploads there. */
    readonly publicEndpoint: string;
    readonly region: string;
    readonly bucket: string;
    readonly accessKey: string;
    readonly secretKey: string;
    /** Origins whose pages may upload files. */
    readonly corsOrigins: readonly string[];
  };
  readonly apiHost: string;
  readonly apiPort: number;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and CIDRs. */
  readonly trustedProxies: readonly string[];
  /** Public URL of the API: the base of every URL in our responses. */
  readonly publicUrl: string;
  /** URL from which clients fetch outputs: the API or a CDN. */
  readonly mediaBaseUrl: string;
  /** How long a CDN that the operator purges may cache a file; 0 disables shared caches. */
  readonly mediaCdnSeconds: number;
  /** Folder of the built dashboard; null to serve none. */
  readonly webFolder: string | null;
  readonly apiCreditMultiplier: number;
  /** Private origins and CIDRs that imports may reach; empty by default. */
  readonly egressAllow: string;
  /** The same for webhook deliveries: the targets for imports and webhooks can differ. */
  readonly webhookAllow: string;
  /** Keys for stored secrets, base64 of 32 bytes each: the first encrypts, any of them decrypts. */
  readonly secretsKeys: readonly string[];
  readonly blockedTerms: readonly string[];
  /** Path of ffmpeg, which samples frames of motion clips for moderation; null if not installed. */
  readonly ffmpeg: string | null;
  /** Seconds after which an open row must have an open run. */
  readonly reconcileAfterSeconds: number;
  /** How long a request of an OpenAI client waits for its images. */
  readonly openAiWaitSeconds: number;
  /** Maximum memory for request bodies in one API process. */
  readonly bodyBytesInFlight: number;
  readonly logLevel: string;
  /** Fault injection for tests: the process kills itself at this checkpoint. */
  readonly crashAt: string | null;
}

/** Reports all problems of the environment. */
export class EnvError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The environment has problems:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'EnvError';
  }
}

/** The unparsed environment of this process, for commands, which add defaults before parsing. */
export const readEnvironment = (): Source => process.env;

const POSTGRES = ['postgres:', 'postgresql:'];
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/**
 * Reads the environment.
 * @throws {EnvError} with every missing or invalid variable
 */
export function parseEnv(source: Source = process.env): Env {
  const read = new EnvReader(source);
  const apiPort = read.port('API_PORT', 8080);
  const publicUrl = read.url('PUBLIC_URL', HTTP, `http://localhost:${apiPort}`);
  const s3Endpoint = read.url('S3_ENDPOINT', HTTP, 'http://127.0.0.1:9000');
  const env: Env = {
    databaseUrl: read.url('DATABASE_URL', POSTGRES),
    databasePoolerUrl: read.optional('DATABASE_POOLER_URL')
      ? read.url('DATABASE_POOLER_URL', POSTGRES)
      : null,
    ...readTemporal(read),
    ...readWorkers(read),
    s3: {
      endpoint: s3Endpoint,
      publicEndpoint: read.optional('S3_PUBLIC_ENDPOINT')
        ? read.url('S3_PUBLIC_ENDPOINT', HTTP)
        : s3Endpoint,
      region: read.text('S3_REGION', 'us-east-1'),
      bucket: read.text('S3_BUCKET', 'media'),
      accessKey: read.text('S3_ACCESS_KEY'),
      secretKey: read.text('S3_SECRET_KEY'),
      corsOrigins: read.origins('S3_CORS_ORIGINS'),
    },
    apiHost: read.text('API_HOST', '127.0.0.1'),
    apiPort,
    trustedProxies: read.networks('TRUSTED_PROXIES'),
    publicUrl,
    mediaBaseUrl: read.url('MEDIA_BASE_URL', HTTP, `${publicUrl}/media`),
    mediaCdnSeconds: read.number('MEDIA_CDN_SECONDS', 0, 0, 31_536_000),
    webFolder: read.optional('WEB_FOLDER'),
    ...readTelemetry(read),
    apiCreditMultiplier: read.number('API_CREDIT_MULTIPLIER', 2, 0.01, 1_000),
    egressAllow: read.optional('EGRESS_ALLOW') ?? '',
    webhookAllow: read.optional('WEBHOOK_ALLOW') ?? '',
    secretsKeys: read.keys('SECRETS_KEY'),
    blockedTerms: read.list('MODERATION_BLOCKED_TERMS'),
    ffmpeg: read.program('FFMPEG_BIN', 'ffmpeg'),
    ...readProviders(read),
    ...readModels(read),
    ...readSocial(read),
    ...readIdentity(read),
    reconcileAfterSeconds: read.number('RECONCILE_AFTER_SECONDS', 600, 60, 86_400),
    openAiWaitSeconds: read.number('OPENAI_WAIT_SECONDS', 300, 1, 3_600),
    bodyBytesInFlight: read.number('API_BODY_MB', 128, 28, 65_536) * 1_000_000,
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    crashAt: read.optional('CRASH_AT'),
  };
  if (read.problems.length > 0) throw new EnvError(read.problems);
  return env;
}

/** Reads the environment at process start. If it has problems, prints them and exits. */
export function loadEnv(): Env {
  try {
    return parseEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    return process.exit(1);
  }
}
