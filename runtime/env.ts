import { readIdentity, type IdentityEnv } from './env-identity.js';
import { readModels, type ModelsEnv } from './env-models.js';
import { readProvenance, type ProvenanceEnv } from './env-provenance.js';
import { readProviders, type ProvidersEnv } from './env-providers.js';
import { EnvReader, HTTP, type Source } from './env-reader.js';
import { readSocial, type SocialEnv } from './env-social.js';
import { readTelemetry, type TelemetryEnv } from './env-telemetry.js';
import { readTemporal, type TemporalEnv } from './env-temporal.js';
import { readWorkers, type WorkersEnv } from './env-workers.js';

export type { Source } from './env-reader.js';

/** A process's configuration: environment variables, parsed once (names: `.env.example`). */
export interface Env
  extends
    IdentityEnv,
    ModelsEnv,
    ProvenanceEnv,
    ProvidersEnv,
    SocialEnv,
    TelemetryEnv,
    TemporalEnv,
    WorkersEnv {
  readonly databaseUrl: string;
  /** Address of a connection pooler for the API and workers; null if there is none. */
  readonly databasePoolerUrl: string | null;
  readonly s3: {
    readonly endpoint: string;
    /** The store's address for clients, which upload their files there by PUT. */
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
  /** Proxies whose `X-Forwarded-For` is trusted, as addresses and CIDRs. */
  readonly trustedProxies: readonly string[];
  /** The API's public URL: the base of every URL in our responses. */
  readonly publicUrl: string;
  /** Base URL of outputs for clients: the API or a CDN. */
  readonly mediaBaseUrl: string;
  /** Cache lifetime in seconds at a CDN that the operator purges; 0 disables shared caches. */
  readonly mediaCdnSeconds: number;
  /** Folder of the built dashboard; null if this process does not serve it. */
  readonly webFolder: string | null;
  readonly apiCreditMultiplier: number;
  /** Private origins and CIDRs that imports may reach; empty by default. */
  readonly egressAllow: string;
  /**
   * Private origins and CIDRs that webhook deliveries may reach; they can differ from those for
   * imports.
   */
  readonly webhookAllow: string;
  /** Keys for stored secrets, each base64 of 32 bytes: the first key encrypts, any key decrypts. */
  readonly secretsKeys: readonly string[];
  readonly blockedTerms: readonly string[];
  /**
   * Path of ffmpeg, which samples frames from motion clips for moderation; null if not installed.
   */
  readonly ffmpeg: string | null;
  /** A row that has been open for this many seconds must have an open run. */
  readonly reconcileAfterSeconds: number;
  /** Maximum wait in seconds of an OpenAI client's request for its images. */
  readonly openAiWaitSeconds: number;
  /** Maximum memory for request bodies in one API process, in bytes. */
  readonly bodyBytesInFlight: number;
  readonly logLevel: string;
  /** Fault injection for tests: the process kills itself at this checkpoint. */
  readonly crashAt: string | null;
}

/** Reports all problems with the environment. */
export class EnvError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The environment has problems:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'EnvError';
  }
}

/** Returns this process's unparsed environment, for commands, which add defaults before parsing. */
export const readEnvironment = (): Source => process.env;

const POSTGRES = ['postgres:', 'postgresql:'];
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/**
 * Parses the environment.
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
    ...readProvenance(read, publicUrl),
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

/** Parses the environment when a process starts. If there are problems, prints them and exits. */
export function loadEnv(): Env {
  try {
    return parseEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    return process.exit(1);
  }
}
