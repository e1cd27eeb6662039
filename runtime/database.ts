import type { DataSource } from 'typeorm';
import { createDataSource } from '../entities/data-source.js';
import { queryRows } from '../entities/rows.js';
import { POOLED_TIMEOUTS, SERVER_TIMEOUTS } from '../entities/timeouts.js';
import type { Env } from './env.js';

/**
 * Default number of database connections per kind of process (see DATABASE_POOL). An API process
 * serves many short requests, a worker few long ones. Steps that wait for a vendor do not hold a
 * connection. `workers` is a process with all kinds of workers.
 */
export const POOL_SIZE = {
  api: 16,
  orchestrator: 8,
  media: 6,
  outbound: 12,
  workers: 12,
  admin: 2,
} as const;
export type Service = keyof typeof POOL_SIZE;

type DatabaseEnv = Pick<Env, 'databaseUrl' | 'databasePoolerUrl' | 'databasePool'>;

/**
 * Connects a process to the database, through the pooler if one is configured.
 * @throws {Error} if the role of a pooled connection has no timeouts, because clients cannot set
 * timeouts through a pooler
 */
export async function connectDatabase(
  { databaseUrl, databasePoolerUrl, databasePool }: DatabaseEnv,
  service: Service,
): Promise<DataSource> {
  const size = databasePool ?? POOL_SIZE[service];
  if (databasePoolerUrl === null) return createDataSource(databaseUrl, size).initialize();
  const db = await createDataSource(databasePoolerUrl, size, POOLED_TIMEOUTS).initialize();
  try {
    await expectTimeouts(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

interface RoleSetting {
  readonly role: string;
  readonly name: keyof typeof SERVER_TIMEOUTS;
  readonly ms: number;
}

const READ_TIMEOUTS = `
SELECT quote_ident(current_user) AS role, name, setting::int AS ms FROM pg_settings
WHERE name = ANY($1) ORDER BY name`;

async function expectTimeouts(db: DataSource): Promise<void> {
  const names = Object.keys(SERVER_TIMEOUTS);
  const settings = await queryRows<RoleSetting>(db, READ_TIMEOUTS, [names]);
  const missing = settings.filter(({ name, ms }) => ms === 0 || ms > SERVER_TIMEOUTS[name]);
  if (missing.length === 0) return;
  const statements = missing.map(
    ({ role, name }) => `ALTER ROLE ${role} SET ${name} = ${SERVER_TIMEOUTS[name]};`,
  );
  throw new Error(
    `Connections through DATABASE_POOLER_URL have no timeouts. Run this in PostgreSQL, then RECONNECT in PgBouncer: ${statements.join(' ')}`,
  );
}
