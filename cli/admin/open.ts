import type { DataSource } from 'typeorm';
import { createDataSource, ADMIN_TIMEOUTS } from '../../entities/data-source.js';
import { readPlatformSource, readConnection } from '../../runtime/connection.js';
import { readEnvironment, parseEnv, type Env } from '../../runtime/env.js';

/** Dependencies of all commands. Commands that need Temporal open it themselves. */
export interface Admin {
  readonly env: Env;
  readonly db: DataSource;
  /** The Temporal UI's URL; null unless `npm start` runs the Temporal server. */
  readonly temporalUiUrl: string | null;
  /**
   * Returns the object store's settings, for the few commands that need them.
   * @throws {NotConnected} if no platform runs here and its credentials are not set
   */
  storeSettings(): Env['s3'];
  close(): Promise<void>;
}

/**
 * Placeholders that the parser requires; most commands use neither stored objects nor sealed
 * secrets.
 */
const UNUSED = {
  S3_ACCESS_KEY: 'unused',
  S3_SECRET_KEY: 'unused',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
};

/** A command may send two queries to PostgreSQL concurrently. */
const POOL_SIZE = 2;

/**
 * Opens only the database, because operators need these commands most when everything else is down.
 * @throws {NotConnected} if no platform runs here and DATABASE_URL is not set
 */
export async function openAdmin(): Promise<Admin> {
  const source = readEnvironment();
  const env = parseEnv({ ...UNUSED, ...readPlatformSource(source, 'DATABASE_URL') });
  const connection = readConnection(source);
  const ours = connection?.temporal_address === env.temporalAddress;
  const db = createDataSource(env.databaseUrl, POOL_SIZE, ADMIN_TIMEOUTS);
  await db.initialize();
  return {
    env,
    db,
    temporalUiUrl: ours ? (connection.temporal_ui_url ?? null) : null,
    storeSettings() {
      readPlatformSource(source, 'S3_ACCESS_KEY');
      readPlatformSource(source, 'S3_SECRET_KEY');
      return env.s3;
    },
    close: () => db.destroy(),
  };
}
