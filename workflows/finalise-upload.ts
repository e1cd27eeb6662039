import {
  allHandlersFinished,
  CancellationScope,
  condition,
  defineUpdate,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import type { UploadActivities } from '../activities/uploads.js';
import { UPDATES } from '../domain/catalogue/queues.js';
import type { FinaliseOutcome, UploadJob } from '../domain/catalogue/runs.js';
import { runToEnding } from './ending.js';
import { fileCheck } from './policies.js';

const files = proxyActivities<UploadActivities>(fileCheck);
const finaliseUpdate = defineUpdate<FinaliseOutcome>(UPDATES.finalise);

/**
 * Slack in milliseconds, because a PUT that began before the URL expired may still be in flight.
 */
const SLACK_MS = 60_000;

/**
 * Handles one signed upload: checks the file whenever a client asks, and once after the upload URL
 * has expired. So a file that arrived in time becomes ready even if no client asks.
 */
export async function finaliseUpload(job: UploadJob): Promise<'ready' | 'dropped'> {
  let last: FinaliseOutcome['outcome'] | null = null;
  const noteOutcome = ({ outcome }: FinaliseOutcome) => (last = outcome);
  return runToEnding(
    () => checkUntilReady(job, noteOutcome),
    (outcome) => ({ outcome, code: last === 'ready' ? null : last }),
  );
}

/** @param note receives the outcome of each check */
async function checkUntilReady(
  { uploadId, until }: UploadJob,
  note: (outcome: FinaliseOutcome) => void,
): Promise<'ready' | 'dropped'> {
  let ready = false;
  let running: Promise<FinaliseOutcome> | null = null;
  const runSharedCheck = async (): Promise<FinaliseOutcome> => {
    running ??= files.confirmUpload.executeWithOptions({ summary: 'check the file' }, [
      { uploadId },
    ]);
    try {
      const outcome = await running;
      note(outcome);
      ready ||= outcome.outcome === 'ready';
      return outcome;
    } finally {
      running = null;
    }
  };
  // Concurrent requests share one check. A client whose request joins a running check may have
  // uploaded a better file since that check began, so a refusal does not apply to the client: it
  // shares the next check.
  const check = async (): Promise<FinaliseOutcome> => {
    const joined = running !== null;
    const outcome = await runSharedCheck();
    return joined && outcome.outcome !== 'ready' ? runSharedCheck() : outcome;
  };
  setHandler(finaliseUpdate, check);
  try {
    const window = Math.max(0, until + SLACK_MS - Date.now());
    await condition(() => ready, window, { summary: 'wait until the upload URL expires' });
    if (!ready) await check();
  } finally {
    // A cancelled run waits too, because Temporal rejects a run's end while its updates are
    // unanswered.
    await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  }
  return ready ? 'ready' : 'dropped';
}
