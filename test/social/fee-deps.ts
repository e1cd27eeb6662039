import type { DataSource } from 'typeorm';
import { createLog } from '../../runtime/log.js';
import type { Vault } from '../../domain/ports/vault.js';

/** Seals nothing: these tests look at money alone. */
const OPEN_VAULT: Vault = { current: '', seal: (text) => text, open: (text) => text };

/** What fees need, without a Temporal: nothing is to be started. */
export const feeDeps = (db: DataSource) => ({
  db,
  vault: OPEN_VAULT,
  log: createLog('test', 'silent'),
  startWorkflow: () => Promise.resolve(),
});
