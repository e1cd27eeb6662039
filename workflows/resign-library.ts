import {
  condition,
  ContinueAsNew,
  continueAsNew,
  defineSignal,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertMemo,
} from '@temporalio/workflow';
import type { ResignActivities } from '../activities/resign.js';
import { SIGNALS } from '../domain/catalogue/queues.js';
import {
  addCounts,
  NO_COUNTS,
  RESIGN_MEMO,
  type ResignJob,
  type ResignProgress,
} from '../domain/catalogue/resigning.js';
import { resigning } from './policies.js';

const calls = proxyActivities<ResignActivities>(resigning);
const pauseSignal = defineSignal(SIGNALS.pause);
const continueSignal = defineSignal(SIGNALS.continue);

/** A page has about ten events, so a run has about a thousand. */
const PAGES_MAX = 100;

/**
 * Signs all stored outputs of a scope with the present key, page by page. The memo holds the
 * progress, which an operator reads without a worker. A pause begins after the current page.
 * @returns the report
 */
export async function resignLibrary(job: ResignJob): Promise<ResignProgress> {
  let isPaused = job.continued?.isPaused ?? false;
  let after = job.continued?.after ?? '';
  setHandler(pauseSignal, () => void (isPaused = true));
  setHandler(continueSignal, () => void (isPaused = false));
  const startedAt = job.continued?.progress.startedAt ?? Date.now();
  let progress: ResignProgress = job.continued?.progress ?? {
    ...NO_COUNTS,
    state: 'running',
    total: 0,
    startedAt,
  };
  const show = (next: Partial<ResignProgress>) => {
    progress = { ...progress, ...next };
    upsertMemo({ [RESIGN_MEMO]: progress });
    setCurrentDetails(describe(progress));
  };
  const scope = { accountId: job.accountId, before: job.before };
  try {
    if (!job.continued) {
      const summary = 'count the outputs';
      show({ total: await calls.countOutputs.executeWithOptions({ summary }, [scope]) });
    }
    for (let page = 1; ; page += 1) {
      if (isPaused) {
        show({ state: 'paused' });
        await condition(() => !isPaused);
        show({ state: 'running' });
      }
      const summary = `sign outputs after ${after || 'the beginning'}`;
      const made = await calls.resignPage.executeWithOptions({ summary }, [
        { ...scope, startedAt, after },
      ]);
      after = made.after;
      show({ ...addCounts(progress, made), state: made.isLast ? 'completed' : 'running' });
      if (made.isLast) return progress;
      if (page >= PAGES_MAX) {
        const continued = { after, isPaused, progress };
        await continueAsNew<typeof resignLibrary>({ ...scope, continued });
      }
    }
  } catch (error) {
    if (isCancellation(error)) show({ state: 'cancelled' });
    else if (!(error instanceof ContinueAsNew)) show({ state: 'failed' });
    throw error;
  }
}

const describe = ({ state, total, signed, skipped, failed }: ResignProgress): string =>
  `**${state}**: ${signed} signed, ${skipped} skipped, ${failed} failed, of ${total}`;
