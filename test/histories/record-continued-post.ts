import { startOwnTemporal } from '../support/own-temporal.js';
import { startApi } from '../support/platform.js';
import { closingOf, recordHistory } from '../support/recorder.js';
import { startWorkers } from '../support/workers.js';
import { makePost, proposeMove } from '../workflows/publish-rig.js';
import type { Recorder } from './shapes.js';

const HOUR_MS = 3_600_000;
/** A run continues as a new run at nine tenths of this limit. */
const UPDATES_MAX = 5;

/** Records the first run of a post that is rescheduled until the run continues as a new run. */
export const recordContinuedPost: Recorder = async () => {
  const temporal = await startOwnTemporal({ 'history.maxTotalUpdates': UPDATES_MAX });
  const api = await startApi(temporal.env);
  const workers = await startWorkers(api.deps, { media: false });
  const { workflow } = api.deps.temporal.client;
  const post = await makePost(api.deps, { inMs: HOUR_MS });
  const { id, accountId } = post;
  const claimOf = (key: string) => ({ accountId, key, fingerprint: 'none' });
  const { runId } = await workflow.getHandle(id).describe();
  for (let version = 2; ; version += 1) {
    const dueAt = Date.now() + HOUR_MS + version * 1_000;
    const claim = claimOf(`move ${version}`);
    await proposeMove(api.deps, post, claim.key, dueAt);
    await workflow.getHandle(id).executeUpdate('move', { args: [{ claim, dueAt, version }] });
    if ((await workflow.getHandle(id).describe()).runId !== runId) break;
  }
  const history = await recordHistory(api.deps.temporal.client, id, runId);
  await workflow.getHandle(id).executeUpdate('cancel', { args: [{ claim: claimOf('cancel') }] });
  await closingOf(api.deps, id);
  await workers.stop();
  await api.stop();
  await temporal.stop();
  return { id, history };
};
