import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateJson } from './private-file.js';
import type { DemoAccount } from './load-secrets.js';
import type { MetricsUrls } from './wiring.js';

/** Name of the file with the running platform's addresses, for other programs. */
const NAME = 'connection.json';

/** A running platform's addresses, for people and monitors on this machine. */
export interface Addresses {
  readonly apiUrl: string;
  /** The Temporal UI's URL; null if Temporal is not started here. */
  readonly temporalUiUrl: string | null;
  /** URL of the social platforms' stand-ins; null outside the demo. */
  readonly socialDemoUrl: string | null;
  readonly metrics: MetricsUrls;
}

/** Publishes a running platform's addresses and keys; `env` is the environment of its processes. */
export function writeConnection(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  { apiUrl, temporalUiUrl, socialDemoUrl, metrics }: Addresses,
  demo: DemoAccount,
): void {
  writePrivateJson(join(dataDir, NAME), {
    api_url: apiUrl,
    dashboard_url: `${apiUrl}/app`,
    temporal_ui_url: temporalUiUrl,
    social_demo_url: socialDemoUrl,
    temporal_address: env['TEMPORAL_ADDRESS'],
    s3_url: env['S3_ENDPOINT'],
    database_url: env['DATABASE_URL'],
    api_key: demo.apiKey,
    account_id: demo.accountId,
    s3_access_key: env['S3_ACCESS_KEY'],
    s3_secret_key: env['S3_SECRET_KEY'],
    s3_bucket: env['S3_BUCKET'],
    metrics,
  });
}

/** Removes the file while nothing runs, so that programs do not use old addresses. */
export function removeConnection(dataDir: string): void {
  rmSync(join(dataDir, NAME), { force: true });
}
