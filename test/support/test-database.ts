import { testServers } from './hooks.js';

/**
 * Returns the database of this job. If a test uses the shared servers only through this module,
 * only PostgreSQL is started for it (tools/testing/import-graph.mjs).
 */
export function testDatabaseUrl(): string {
  return testServers().databaseUrl;
}
