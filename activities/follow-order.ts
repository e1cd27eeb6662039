import { setTimeout as sleep } from 'node:timers/promises';
import {
  JobFailed,
  ProviderFailure,
  type JobState,
  type QueuedProvider,
  type UpstreamRef,
} from '../domain/ports/provider.js';
import { PACE_OF } from '../domain/ports/provider-job.js';
import type { PlacedOrder, OrderPlacement } from './place-order.js';

export interface FollowDeps {
  /** Replaces the deadlines in tests. */
  readonly orderDeadlines?: typeof DEADLINES;
}

/**
 * Time limits in milliseconds: for a job to start, and for the whole job. After them, we abandon
 * the job.
 */
const DEADLINES: Readonly<Record<'image' | 'video', { start: number; run: number }>> = {
  image: { start: 120_000, run: 240_000 },
  video: { start: 600_000, run: 1_800_000 },
};

type DoneState = Extract<JobState, { state: 'done' }>;

/**
 * Polls until the job is done, has failed, or its deadline has passed.
 * @param giveUp cancels an order whose deadline has passed
 */
export async function followOrder(
  deps: FollowDeps,
  { provider, job, ends, reportState }: OrderPlacement & { readonly provider: QueuedProvider },
  { ref, placedAtMs }: PlacedOrder,
  giveUp: (ref: UpstreamRef) => Promise<void>,
): Promise<DoneState> {
  const pace = PACE_OF[job.kind];
  const deadlines = (deps.orderDeadlines ?? DEADLINES)[pace];
  for (;;) {
    const state = await provider.poll(ref, ends).catch(ignoreFailedPoll);
    if (state?.state === 'done') return state;
    const passed = Date.now() - placedAtMs;
    const waits = state?.state === 'queued' && passed > deadlines.start;
    if (waits || passed > deadlines.run) {
      await giveUp(ref);
      throw new ProviderFailure(
        'timeout',
        waits ? 'The job was not started in time.' : 'No result in time.',
      );
    }
    if (state) reportState(state);
    await sleep(provider.pollEveryMs[pace], undefined, { signal: ends });
  }
}

/** Ignores a failed poll: the job continues and is paid for, so we poll until its deadline. */
function ignoreFailedPoll(error: unknown): null {
  if (!(error instanceof ProviderFailure) || error instanceof JobFailed) throw error;
  return null;
}
