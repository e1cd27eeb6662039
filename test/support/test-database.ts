import { testServers } from './hooks.js';

/**
 * The database of this job. A test that uses the shared servers through this module alone starts
 * PostgreSQL and nothing else (tools/testing/import-graph.mjs).
 */
export function testDatabaseUrl(): string {
  return testServers().databaseUrl;
}
