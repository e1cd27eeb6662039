import { Refusal } from '../../domain/contract/refusal.js';
import type { Violation } from '../../domain/ledger/invariants.js';
import type { Admin } from './open.js';
import { withTemporal } from './with-temporal.js';

/** Minimum age of a run that counts as not picked up; longer than the start of new workers. */
const UNTAKEN_MS = 5 * 60_000;
/**
 * Timeout for Temporal, short because operators use this command during incidents that Temporal may
 * have caused.
 */
const ANSWER_MS = 2_000;

export const NEVER_DISPATCHED = 'never_dispatched';

/**
 * Finds runs that no worker has picked up, because no worker, or no worker of the current build, is
 * polling. Temporal shows no error for such a run.
 * @returns null if Temporal does not respond
 */
export async function examineRuns(admin: Admin, limit: number): Promise<Violation[] | null> {
  // Imported lazily, because loading it takes longer than checking the database.
  const { listUntaken } = await import('../../runtime/deployments.js');
  const before = new Date(Date.now() - UNTAKEN_MS);
  const rule = 'a worker picks up a started run within five minutes (see `deploy show`)';
  try {
    const rows = await withTemporal(admin, ANSWER_MS, (client) =>
      listUntaken(client, before, limit),
    );
    return rows.length > 0 ? [{ invariant: NEVER_DISPATCHED, rule, rows }] : [];
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
