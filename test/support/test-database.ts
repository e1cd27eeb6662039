import { testServers } from './hooks.js';

/**
 * Returns the database of this job. A test that uses the shared servers only through this module
 * starts just PostgreSQL (tools/testing/import-graph.mjs).
 */
export function testDatabaseUrl(): string {
  return testServers().databaseUrl;
}
