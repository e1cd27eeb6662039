import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchAsset } from '../adapters/egress/fetch-asset.js';
import { ProviderFailure, type OrderProvider, type UpstreamRef } from '../domain/ports/provider.js';
import { PACE_OF } from '../domain/ports/provider-job.js';
import { isUnderWay } from '../domain/generations/advance-generation.js';
import { recordCancelledOrder, recordOrderCost } from '../domain/generations/upstream-order.js';
import { leaveToNextWorker } from './failures.js';
import { followOrder, type FollowDeps } from './follow-order.js';
import { isStop, SLACK_MS, type StepContext } from './keep-alive.js';
import { placeOrder, type PendingJob, type PlaceDeps, type OrderPlacement } from './place-order.js';
import type { DeliveredAsset } from './store-asset.js';

export interface OrderDeps extends PlaceDeps, FollowDeps {
  readonly fetchAsset: FetchAsset;
  /**
   * Controller that is aborted when this process begins to stop, long before its running steps are
   * aborted.
   */
  readonly stopping: AbortController;
  readonly fetchDelaysMs?: readonly number[];
}

/** Delays between attempts to fetch a finished, paid result; each attempt requests a new URL. */
const FETCH_DELAYS_MS = [0, 1_000, 3_000, 10_000];
/** Maximum result sizes: an uncompressed 4K image, and the longest 4K clip. */
const ASSET_BYTES_MAX = { image: 100_000_000, video: 250_000_000 } as const;

/**
 * Lets an upstream with a queue make the asset: places the order exactly once, even if this worker
 * is lost, then polls it. A stopping worker only waits for the response to an order that it has
 * sent; the next worker polls the order. An order that is no longer needed is cancelled.
 * @throws {ProviderFailure} `uncertain` when it is unknown whether the order was accepted,
 * `undeliverable` when the finished result cannot be fetched
 */
export async function runOrder(
  deps: OrderDeps,
  provider: OrderProvider,
  job: PendingJob,
  run: StepContext,
): Promise<DeliveredAsset> {
  const ends = AbortSignal.any([run.signal, deps.stopping.signal]);
  const order = { ...job, provider: provider.name };
  const { reportState, repeatedSince } = run;
  const placing: OrderPlacement = { provider, order, job, ends, reportState, repeatedSince };
  let ref: UpstreamRef | null = null;
  try {
    const placed = await placeOrder(deps, placing);
    ref = placed.ref;
    ends.throwIfAborted();
    // The client may have cancelled while the order was being sent; heartbeats would report that
    // only seconds later.
    if (await isUnderWay(deps.db, job.generationId)) return await receive(deps, placing, placed);
    await cancelOrder(deps, placing, ref, CANCEL_MS);
    throw new ProviderFailure('rejected', 'The generation has ended meanwhile.');
  } catch (error) {
    if (!isStop(error, ends)) throw error;
    if (ref !== null) await cancelUnwanted(deps, placing, ref, run);
    if (run.ending() === 'time_over') throw new ProviderFailure('timeout', 'No result in time.');
    throw run.signal.aborted ? error : leaveToNextWorker();
  }
}

/** Waits for an order's result and fetches it. */
async function receive(
  deps: OrderDeps,
  placing: OrderPlacement,
  placed: { readonly ref: UpstreamRef; readonly placedAtMs: number },
): Promise<DeliveredAsset> {
  const { provider, order, job, ends } = placing;
  if (provider.mode === 'instant') return { stored: true };
  const giveUp = (ref: UpstreamRef) => cancelOrder(deps, placing, ref, CANCEL_MS);
  for (const delay of deps.fetchDelaysMs ?? FETCH_DELAYS_MS) {
    await sleep(delay, undefined, { signal: ends });
    const done = await followOrder(deps, { ...placing, provider }, placed, giveUp);
    if (done.costUsd !== null) await recordOrderCost(deps.db, order, done.costUsd);
    if ('bytes' in done.asset) return done.asset;
    const file = await deps.fetchAsset(done.asset, ASSET_BYTES_MAX[PACE_OF[job.kind]], ends);
    if (file) return { file };
    ends.throwIfAborted();
  }
  throw new ProviderFailure('undeliverable', 'The finished result could not be fetched.');
}

/**
 * Timeouts in milliseconds for cancelling an order at the vendor; the second applies after our own
 * deadline.
 */
const CANCEL_MS = 30_000;
const LATE_CANCEL_MS = SLACK_MS - 2_000;

/**
 * Cancels a placed order that nobody will poll: an operator has cancelled the run, its deadline has
 * passed, or its generation has ended in the meantime, which Temporal reports as "not found".
 */
async function cancelUnwanted(
  deps: OrderDeps,
  placing: OrderPlacement,
  ref: UpstreamRef,
  run: StepContext,
): Promise<void> {
  const ending = run.ending();
  if (ending === 'time_over') return cancelOrder(deps, placing, ref, LATE_CANCEL_MS);
  const wanted = ending !== 'cancelled' && (await isUnderWay(deps.db, placing.job.generationId));
  if (!wanted) await cancelOrder(deps, placing, ref, CANCEL_MS);
}

/** Cancels an order (best effort) and stores the outcome with it. */
async function cancelOrder(
  { db }: OrderDeps,
  { provider, order }: OrderPlacement,
  ref: UpstreamRef,
  deadlineMs: number,
): Promise<void> {
  if (provider.mode === 'instant') return recordCancelledOrder(db, order, 'unsupported');
  const outcome = await provider
    .cancel(ref, AbortSignal.timeout(deadlineMs))
    .catch(() => 'failed' as const);
  await recordCancelledOrder(db, order, outcome);
}
