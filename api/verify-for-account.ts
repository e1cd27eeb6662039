import type { VerificationBody } from '../domain/contract/verification.js';
import { presentVerification } from '../domain/provenance/present-verification.js';
import { findRecords, readLostChain, readSignals } from '../domain/provenance/read-signals.js';
import { listRoots } from '../domain/provenance/signing-keys.js';
import type { Deps } from '../runtime/deps.js';
import { runInOwnerTurn } from './middleware/stranger-turn.js';

/**
 * Checks the origin of a file in the account's queue.
 * @param load reads the file, which stays in memory only while it is checked
 * @returns null if there is no file
 * @throws {MediaRefused} if the file takes too much time or memory
 * @throws {Refusal} UNAVAILABLE if the queue is full
 */
export async function verifyForAccount(
  deps: Deps,
  accountId: string,
  load: () => Promise<Buffer | null>,
): Promise<VerificationBody | null> {
  const roots = await listRoots(deps);
  return runInOwnerTurn(deps.verifications, accountId, async () => {
    const bytes = await load();
    if (!bytes) return null;
    const signals = await readSignals(deps, bytes, roots);
    const found = await findRecords(deps.db.manager, signals);
    const lost = await readLostChain(deps, found, roots);
    return presentVerification(signals.examination, found, lost, Date.now());
  });
}
