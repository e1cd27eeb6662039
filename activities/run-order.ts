import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import {
  JobFailed,
  ProviderFailure,
  SubmitUncertain,
  type JobState,
  type ProviderJob,
  type QueuedProvider,
  type UpstreamRef,
} from '../domain/ports/provider.js';
import type { FetchAsset } from '../adapters/egress/fetch-asset.js';
import {
  beginOrder,
  recordOrderCost,
  recordPlacedOrder,
  forgetRefusedOrder,
  type UpstreamOrder,
} from '../domain/generations/upstream-order.js';
import type { Pass } from '../domain/ports/checkpoint.js';
import type { Run } from './keep-alive.js';
import type { Delivered } from './store-asset.js';

export interface OrderDeps {
  readonly db: DataSource;
  readonly fetchAsset: FetchAsset;
  /** Tells the run the progress of its step. Best effort; most lines are dropped. */
  readonly tellProgress: (generationId: string, line: string) => void;
  readonly pass: Pass;
  /** Other deadlines, for tests. */
  readonly orderDeadlines?: typeof DEADLINES;
  readonly fetchDelaysMs?: readonly number[];
}

/** Milliseconds after which we give up a job that has not started, and one that runs too long. */
const DEADLINES: Readonly<Record<ProviderJob['kind'], { start: number; run: number }>> = {
  image: { start: 120_000, run: 240_000 },
  video: { start: 600_000, run: 1_800_000 },
};
/** Waits between tries to fetch a result that is made and paid; each try asks for a new address. */
const FETCH_DELAYS_MS = [0, 1_000, 3_000, 10_000];
/** The largest results: an uncompressed 4K picture; the longest 4K clip. */
const ASSET_BYTES_MAX = { image: 100_000_000, video: 250_000_000 } as const;

/**
 * Has an upstream with a queue make the asset: places the order once, even if this worker is lost,
 * then follows it.
 * @throws {ProviderFailure} `uncertain` when nobody knows whether the order was taken,
 * `undeliverable` when the finished result cannot be fetched
 */
export async function runOrder(
  deps: OrderDeps,
  provider: QueuedProvider,
  job: ProviderJob,
  run: Run,
): Promise<Delivered> {
  const order: UpstreamOrder = { ...job, provider: provider.name };
  const { ref, placedAtMs } = await placeOrder(deps, provider, order, job, run);
  const following = { ref, job, placedAtMs };
  for (const delay of deps.fetchDelaysMs ?? FETCH_DELAYS_MS) {
    await sleep(delay, undefined, { signal: run.signal });
    const done = await followOrder(deps, provider, following, run);
    if (done.costUsd !== null) await recordOrderCost(deps.db, order, done.costUsd);
    if ('bytes' in done.asset) return done.asset;
    const file = await deps.fetchAsset(done.asset, ASSET_BYTES_MAX[job.kind]);
    if (file) return { file };
  }
  throw new ProviderFailure('undeliverable', 'The finished result could not be fetched.');
}

/** Places the order of this attempt, or finds the one that an earlier run of the step placed. */
async function placeOrder(
  deps: OrderDeps,
  provider: QueuedProvider,
  order: UpstreamOrder,
  job: ProviderJob,
  { signal, say }: Run,
): Promise<{ ref: UpstreamRef; placedAtMs: number }> {
  const begun = await beginOrder(deps.db, order);
  if (begun.state === 'placed') return begun;
  const submit = () =>
    provider.submit(job, { signal, onProgress: () => say({ state: 'sending' }) });
  const ref =
    begun.state === 'fresh'
      ? await submit().catch((error: unknown) =>
          settleFailedSubmit(deps, provider, order, job, error),
        )
      : await findOrder(
          provider,
          job,
          new SubmitUncertain('The worker was lost while it ordered.'),
        );
  deps.pass('order.before_ref');
  const placedAtMs = await recordPlacedOrder(deps.db, order, ref);
  deps.pass('order.after_ref');
  return { ref, placedAtMs };
}

/** Lets an order be placed again only if the upstream has certainly not taken it. */
async function settleFailedSubmit(
  { db }: OrderDeps,
  provider: QueuedProvider,
  order: UpstreamOrder,
  job: ProviderJob,
  error: unknown,
): Promise<UpstreamRef> {
  if (error instanceof SubmitUncertain) return findOrder(provider, job, error);
  await forgetRefusedOrder(db, order);
  throw error;
}

const RECONCILE_MS = 30_000;

/** Asks the vendor, if it can tell, for an order whose answer was lost. */
async function findOrder(
  provider: QueuedProvider,
  job: ProviderJob,
  error: SubmitUncertain,
): Promise<UpstreamRef> {
  // After a failed search the order stays uncertain, so it is not placed again.
  const search = provider.reconcile?.(job, AbortSignal.timeout(RECONCILE_MS));
  const ref = await search?.catch(() => null);
  if (!ref) throw error;
  return ref;
}

interface Following {
  readonly ref: UpstreamRef;
  readonly job: ProviderJob;
  readonly placedAtMs: number;
}

/** Polls until the job is done, has failed, or its time is over. */
async function followOrder(
  deps: OrderDeps,
  provider: QueuedProvider,
  { ref, job, placedAtMs }: Following,
  { signal, say }: Run,
): Promise<Extract<JobState, { state: 'done' }>> {
  const deadlines = (deps.orderDeadlines ?? DEADLINES)[job.kind];
  for (;;) {
    const state = await provider.poll(ref, signal).catch(passOverFailedLook);
    if (state?.state === 'done') return state;
    const passed = Date.now() - placedAtMs;
    const waits = state?.state === 'queued' && passed > deadlines.start;
    if (waits || passed > deadlines.run) {
      await provider.cancel(ref, AbortSignal.timeout(RECONCILE_MS)).catch(() => 'unsupported');
      throw new ProviderFailure('timeout', waits ? 'Nobody began the job.' : 'No result in time.');
    }
    if (state) {
      say(state);
      deps.tellProgress(job.generationId, describeState(provider.name, state));
    }
    await sleep(provider.pollEveryMs[job.kind], undefined, { signal });
  }
}

/** Ignores a failed poll: the job itself goes on and is paid, so we poll until its time is over. */
function passOverFailedLook(error: unknown): null {
  if (!(error instanceof ProviderFailure) || error instanceof JobFailed) throw error;
  return null;
}

function describeState(provider: string, state: Exclude<JobState, { state: 'done' }>): string {
  if (state.state === 'queued') {
    return `queued at ${provider}${state.position === null ? '' : `, position ${state.position}`}`;
  }
  const progress = state.progress === null ? '' : `, ${Math.round(state.progress * 100)} %`;
  return `running at ${provider}${progress}`;
}
