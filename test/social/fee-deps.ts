import type { DataSource } from 'typeorm';
import { createLog } from '../../runtime/log.js';
import type { Vault } from '../../domain/ports/vault.js';

/** Does not encrypt anything, because these tests only concern credits. */
const OPEN_VAULT: Vault = { current: '', seal: (text) => text, open: (text) => text };

/** Builds the dependencies of fees without Temporal: a test that starts a workflow fails. */
export const feeDeps = (db: DataSource) => ({
  db,
  vault: OPEN_VAULT,
  log: createLog('test', 'silent'),
  startWorkflow: () => Promise.resolve(),
});
