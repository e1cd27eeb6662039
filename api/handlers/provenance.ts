import { parseServiceKey } from '../../domain/contract/media.js';
import { Refusal, refuseUnknown } from '../../domain/contract/refusal.js';
import { readGeneration } from '../../domain/generations/read-generation.js';
import { route } from '../route.js';
import * as contracts from '../routes/provenance.js';
import { verifyForAccount } from '../verify-for-account.js';

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
    const load = () => deps.store.get(key, FILE_BYTES_MAX);
    const verification = await verifyForAccount(deps, caller.accountId, load);
    if (!verification) throw refuseWithoutFile(status);
    return verification;
  },
});

const refuseWithoutFile = (status: string): Refusal =>
  new Refusal('CONFLICT', {
    message: `The generation is ${status} and has no file to check. Wait until it is completed.`,
  });
