import {
  JobFailed,
  ProviderFailure,
  SubmitUncertain,
  type Asset,
  type JobState,
  type QueuedProvider,
} from '../../domain/ports/provider.js';
import type { ProviderJob } from '../../domain/ports/provider-job.js';
import { blackPng } from '../media/inspection/made.js';
import { fixture } from '../media/inspection/samples.js';
import { clipOf } from './clip.js';

/** Behaviour of the next order. */
export type Plan =
  | 'done'
  | 'refused'
  | 'uncertain'
  | 'fails'
  | 'blocked'
  | 'stuck'
  | 'held'
  | 'blind'
  /**
   * The inputs upload until the test releases them or the worker aborts. After a release, the order
   * is placed.
   */
  | 'slow_inputs'
  /**
   * The response to the order arrives when the test releases it, unless the request is aborted
   * earlier.
   */
  | 'slow_answer';

/** Vendor with a queue, which runs in this process and which a test controls. */
export interface QueuedFake extends QueuedProvider {
  /** Accepted orders, oldest first. */
  readonly taken: readonly ProviderJob[];
  /** Refs of orders that were cancelled. */
  readonly cancelled: readonly string[];
  polls(): number;
  /** Returns the number of submits that have begun. */
  submits(): number;
  plan(...plans: Plan[]): void;
  /** Lets the waiting jobs finish. */
  release(): void;
}

const SECONDS = 1;
/** Number of polls that fail for a `blind` job. */
const BLIND_POLLS = 25;

/** @param asset replaces the results of finished jobs */
export function queuedFake(
  name: string,
  asset?: (job: ProviderJob, fetched: number) => Asset,
): QueuedFake {
  const taken: ProviderJob[] = [];
  const cancelled: string[] = [];
  const plans: Plan[] = [];
  const jobs = new Map<string, { job: ProviderJob; plan: Plan; reads: number; done: number }>();
  let polls = 0;
  let submits = 0;
  let released = false;
  const gate = Promise.withResolvers<void>();

  /**
   * Waits for the release by the test.
   * @throws if the signal aborts first
   */
  async function awaitRelease(signal: AbortSignal): Promise<void> {
    const ended = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => ended.reject(signal.reason), { once: true });
    await Promise.race([gate.promise, ended.promise]);
  }

  async function made(job: ProviderJob, done: number): Promise<Asset> {
    if (asset) return asset(job, done);
    if (job.kind === 'image') return { bytes: blackPng(64), contentType: 'image/png' };
    if (job.kind === 'speech') return { bytes: fixture('tone.wav'), contentType: 'audio/wav' };
    return { bytes: await clipOf(SECONDS), contentType: 'video/mp4' };
  }

  return {
    name,
    mode: 'queued',
    pollEveryMs: { image: 20, video: 20 },
    taken,
    cancelled,
    polls: () => polls,
    plan: (...next) => plans.push(...next),
    submits: () => submits,
    release() {
      released = true;
      gate.resolve();
    },
    async submit(job, context) {
      submits += 1;
      const plan = plans.shift() ?? 'done';
      if (plan === 'slow_inputs') await awaitRelease(context.signal);
      const signal = await context.startOrder();
      if (plan === 'refused') throw new ProviderFailure('unavailable', 'Down for the day.', 503);
      taken.push(job);
      const ref = `${name}-${taken.length}`;
      jobs.set(ref, { job, plan, reads: 0, done: 0 });
      if (plan === 'slow_answer') {
        await awaitRelease(signal).catch(() => {
          throw new SubmitUncertain('The call was given up before its answer.');
        });
      }
      if (plan === 'uncertain') throw new SubmitUncertain('The answer to the order was lost.');
      return { ref };
    },
    async poll({ ref }): Promise<JobState> {
      polls += 1;
      const found = jobs.get(String(ref));
      if (!found) throw new JobFailed('unavailable', 'No such job.', 404);
      found.reads += 1;
      const { plan, job } = found;
      if (plan === 'fails') throw new JobFailed('unavailable', 'The model crashed.', 500);
      if (plan === 'blocked') throw new JobFailed('content_blocked', 'Refused by a filter.', 422);
      if (plan === 'blind' && found.reads <= BLIND_POLLS) {
        throw new ProviderFailure('unavailable', 'The status page is down.', 502);
      }
      if (plan === 'stuck') return { state: 'queued', position: 12 };
      if (found.reads === 1) return { state: 'queued', position: 1 };
      if (found.reads === 2 || (plan === 'held' && !released)) {
        return { state: 'running', progress: 0.5 };
      }
      found.done += 1;
      return { state: 'done', asset: await made(job, found.done), costUsd: 0.25 };
    },
    async cancel({ ref }) {
      cancelled.push(String(ref));
      return 'stopped';
    },
  };
}
