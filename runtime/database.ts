import type { DataSource } from 'typeorm';
import { createDataSource } from '../entities/data-source.js';
import type { Env } from './env.js';

/**
 * Database connections of each kind of process, unless DATABASE_POOL says otherwise: an API serves
 * many short requests, a worker few long ones. Steps that wait for a vendor hold none meanwhile.
 * `workers` is a process of all kinds of workers.
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

export function connectDatabase(
  { databaseUrl, databasePool }: Env,
  service: Service,
): Promise<DataSource> {
  return createDataSource(databaseUrl, databasePool ?? POOL_SIZE[service]).initialize();
}
