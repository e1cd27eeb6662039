import { parseServiceKey } from '../../domain/contract/media.js';
import { Refusal, refuseUnknown } from '../../domain/contract/refusal.js';
import { readGeneration } from '../../domain/generations/read-generation.js';
import { presentVerification } from '../../domain/provenance/present-verification.js';
import { findRecords, readSignals } from '../../domain/provenance/read-signals.js';
import { listRoots } from '../../domain/provenance/signing-keys.js';
import { runInOwnerTurn } from '../middleware/stranger-turn.js';
import { route } from '../route.js';
import * as contracts from '../routes/provenance.js';

/** Larger than any clip of the catalogue; the whole file is in memory while it is checked. */
const FILE_BYTES_MAX = 100_000_000;

export const getProvenance = route(contracts.getProvenance, {
  async handle({ params, caller, deps, edge }) {
    const { manager } = deps.db;
    const named = { id: params.id, accountId: caller.accountId };
    const generation = await readGeneration(manager, named, deps, edge.stageTimes());
    if (!generation) throw refuseUnknown('generation', params.id);
    const { result, status } = generation;
    const key = result && parseServiceKey(result.url, deps.mediaBase);
    if (!key) throw refuseWithoutFile(status);
    const roots = await listRoots(deps);
    const signals = await runInOwnerTurn(deps.verifications, caller.accountId, async () => {
      const bytes = await deps.store.get(key, FILE_BYTES_MAX);
      return bytes && readSignals(deps, bytes, roots);
    });
    if (!signals) throw refuseWithoutFile(status);
    const records = await findRecords(manager, signals);
    return presentVerification(signals.examination, records, Date.now());
  },
});

const refuseWithoutFile = (status: string): Refusal =>
  new Refusal('CONFLICT', {
    message: `The generation is ${status} and has no file to check. Wait until it is completed.`,
  });
