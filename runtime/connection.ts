import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findCheckout } from './checkout.js';
import type { Source } from './env.js';
import { isTemporalAccess } from './temporal-access.js';

/** `.data/connection.json`: addresses and keys of the platform that `npm start` runs. */
export interface Connection {
  readonly api_url?: string;
  readonly dashboard_url?: string;
  /** The Temporal UI's URL; null if `npm start` does not start Temporal. */
  readonly temporal_ui_url?: string | null;
  /** URL of the stand-ins that show social platform posts; null without stand-ins. */
  readonly social_demo_url?: string | null;
  readonly temporal_address?: string;
  readonly s3_url?: string;
  readonly s3_access_key?: string;
  readonly s3_secret_key?: string;
  readonly s3_bucket?: string;
  readonly database_url?: string;
  readonly api_key?: string;
  readonly account_id?: string;
  /** Prometheus metrics URLs of each process; null if `npm start` does not start Temporal. */
  readonly metrics?: Readonly<Record<'api' | 'workers', string>> & {
    readonly temporal: string | null;
  };
}

/** The command found no platform. The message says what to do, so no stack trace is printed. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected';
}

/** Variables that default to a running platform's values. */
const VARIABLES = {
  DATABASE_URL: 'database_url',
  TEMPORAL_ADDRESS: 'temporal_address',
  S3_ENDPOINT: 's3_url',
  S3_ACCESS_KEY: 's3_access_key',
  S3_SECRET_KEY: 's3_secret_key',
  S3_BUCKET: 's3_bucket',
  PUBLIC_URL: 'api_url',
} as const satisfies Record<string, keyof Connection>;

/**
 * Reads the file that `npm start` writes.
 * @returns null if no platform runs here
 * @throws {NotConnected} if the file is not JSON
 */
export function readConnection(source: Source): Connection | null {
  const file = join(
    resolve(findCheckout(), source['DATA_DIR']?.trim() || '.data'),
    'connection.json',
  );
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Connection;
  } catch (cause) {
    throw new NotConnected(`${file} is not JSON. Stop the platform and run \`npm start\` again.`, {
      cause,
    });
  }
}

/**
 * Builds a source for `parseEnv` from the platform that runs here; environment variables take
 * precedence.
 * @param needed the variable that the command requires
 * @throws {NotConnected} if neither the platform nor the environment has it
 */
export function readPlatformSource(
  source: Source,
  needed: keyof typeof VARIABLES,
): Record<string, string | undefined> {
  const connection = readConnection(source);
  const defaults = Object.entries(VARIABLES).map(([name, key]) => [name, connection?.[key]]);
  // The Temporal server that `npm start` runs needs no key and no certificate.
  const isOurs = Boolean(connection?.temporal_ui_url) && !source['TEMPORAL_ADDRESS']?.trim();
  const given = Object.entries(source).filter(
    (entry) => isSet(entry) && !(isOurs && isTemporalAccess(entry[0])),
  );
  const merged: Record<string, string | undefined> = {
    ...Object.fromEntries(defaults.filter(isSet)),
    ...Object.fromEntries(given),
  };
  if (merged[needed]) return merged;
  throw new NotConnected(
    `No running platform was found. Start the platform with \`npm start\`, or set ${needed}.`,
  );
}

/** Treats an empty variable as absent, like `parseEnv`. */
function isSet([, value]: readonly (string | null | undefined)[]): boolean {
  return Boolean(value?.trim());
}
