import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import {
  ORDER_MS_MAX,
  SubmitUncertain,
  type BytesAsset,
  type OrderProvider,
  type UpstreamRef,
} from '../domain/ports/provider.js';
import type { ProviderJob } from '../domain/ports/provider-job.js';
import {
  beginOrder,
  forgetRefusedOrder,
  markSent,
  readOrder,
  recordPlacedOrder,
  type BegunOrder,
  type UpstreamOrder,
} from '../domain/generations/upstream-order.js';
import { hasRestoreSince } from '../domain/durable/restore-time.js';
import type { Pass } from '../domain/ports/checkpoint.js';
import type { StateReporter } from './keep-alive.js';

export interface PlaceDeps {
  readonly db: DataSource;
  readonly pass: Pass;
}

/**
 * A job without its files. An order takes up to half an hour, so the files are not kept in memory
 * once the order is placed, and a worker that only polls does not load them.
 */
export interface PendingJob {
  readonly kind: ProviderJob['kind'];
  readonly generationId: string;
  readonly attempt: number;
  readonly upstreamModel: string;
  /** Loads and moderates the files. */
  readonly prepare: () => Promise<ProviderJob>;
  /** Stores a result that came with the response to the order. */
  readonly keep: (asset: BytesAsset) => Promise<void>;
}

/** An order to place exactly once, even if several workers run its step. */
export interface OrderPlacement {
  readonly provider: OrderProvider;
  readonly order: UpstreamOrder;
  readonly job: PendingJob;
  /**
   * Signal that is aborted when the step must end. It stops everything except an order request that
   * was already sent.
   */
  readonly ends: AbortSignal;
  readonly reportState: StateReporter;
  /** See `Run`. */
  readonly repeatedSince: Date | null;
}

/** An order that the upstream has accepted. An instant provider's result is stored already. */
export interface PlacedOrder {
  readonly ref: UpstreamRef;
  readonly placedAtMs: number;
}

/**
 * Places this attempt's order, or finds the order that an earlier run of the step placed. Only the
 * worker that marks the order as sent sends it. That worker waits for the response and records it,
 * even if Temporal has abandoned the worker: another worker finds the response in the row.
 * @throws {SubmitUncertain} when it is unknown whether the order was accepted
 */
export async function placeOrder(deps: PlaceDeps, placing: OrderPlacement): Promise<PlacedOrder> {
  for (;;) {
    placing.ends.throwIfAborted();
    const begun = await awaitOther(deps, placing, await beginOrder(deps.db, placing.order));
    if (begun.state === 'placed') return begun;
    const isLost = begun.state === 'sent' || (await mayBeForgotten(deps, placing));
    const answer = isLost ? await findLost(placing) : await submit(deps, placing);
    if (answer === null) continue;
    deps.pass('order.before_ref');
    const ref = isResult(answer) ? await keepResult(placing, answer) : answer;
    const placedAtMs = await persist(() => recordPlacedOrder(deps.db, placing.order, ref));
    deps.pass('order.after_ref');
    return { ref, placedAtMs };
  }
}

/**
 * Returns whether an earlier attempt may have sent the order and a database restore may have lost
 * its row. Temporal was not restored, so the first attempt of a step knows that nothing was sent.
 */
const mayBeForgotten = async (
  { db }: PlaceDeps,
  { repeatedSince }: OrderPlacement,
): Promise<boolean> => repeatedSince !== null && (await hasRestoreSince(db.manager, repeatedSince));

/** Poll interval in milliseconds for the row of an order that another worker has sent. */
const POLL_INTERVAL_MS = 1_000;

/**
 * Waits while another worker may still receive the response to its order: a worker that only lost
 * its connection to Temporal continues.
 */
async function awaitOther(
  { db }: PlaceDeps,
  { order, ends, reportState }: OrderPlacement,
  begun: BegunOrder,
): Promise<BegunOrder> {
  let now = begun;
  while (now.state === 'sent' && now.leftMs > 0) {
    reportState({ state: 'sent by another worker' });
    await sleep(Math.min(POLL_INTERVAL_MS, now.leftMs), undefined, { signal: ends });
    now = await readOrder(db, order);
  }
  return now;
}

/** Another worker has sent the order, so ours is abandoned before it is sent. */
class ConcurrentlySentError extends Error {}

/** @returns null if another worker has sent the order in the meantime */
async function submit(
  deps: PlaceDeps,
  placing: OrderPlacement,
): Promise<UpstreamRef | BytesAsset | null> {
  const { provider, order, job, ends, reportState } = placing;
  let sent = false;
  const startOrder = async () => {
    ends.throwIfAborted();
    sent = await markSent(deps.db, order);
    if (!sent) throw new ConcurrentlySentError();
    return AbortSignal.timeout(ORDER_MS_MAX);
  };
  const onProgress = () => reportState({ state: 'sending' });
  try {
    return await provider.submit(await job.prepare(), { signal: ends, onProgress, startOrder });
  } catch (error) {
    if (error instanceof ConcurrentlySentError) return null;
    if (error instanceof SubmitUncertain) return findOrder(placing, error);
    // The upstream certainly did not accept the order.
    await forgetRefusedOrder(deps.db, order, sent);
    throw error;
  }
}

/** Time limit in milliseconds for asking a vendor about a lost order. */
const RECONCILE_MS = 30_000;

const findLost = (placing: OrderPlacement): Promise<UpstreamRef> =>
  findOrder(placing, new SubmitUncertain('The worker was lost while it ordered.'));

/** Asks the vendor, if it supports the query, about an order whose response was lost. */
async function findOrder(
  { provider, job }: OrderPlacement,
  error: SubmitUncertain,
): Promise<UpstreamRef> {
  // After a failed search the order stays uncertain, so it is not placed again.
  const search = async (): Promise<UpstreamRef | null> => {
    if (provider.mode === 'instant' || !provider.reconcile) return null;
    return provider.reconcile(await job.prepare(), AbortSignal.timeout(RECONCILE_MS));
  };
  const ref = await search().catch(() => null);
  if (!ref) throw error;
  return ref;
}

const isResult = (answer: UpstreamRef | BytesAsset): answer is BytesAsset =>
  Buffer.isBuffer(answer['bytes']);

/**
 * Stores the result of an instant provider. If this worker dies before the ref is recorded, the
 * order stays uncertain and is refunded, because the upstream has no job that could be polled.
 * @returns the ref to record
 */
async function keepResult({ job }: OrderPlacement, result: BytesAsset): Promise<UpstreamRef> {
  await persist(() => job.keep(result));
  return { stored: 1 };
}

/** Delays between attempts to persist an order while a store is down, in milliseconds. */
const PERSIST_DELAYS_MS = [250, 1_000, 3_000];

/** Writes with retries: without its ref or its result, a paid order can never be delivered. */
async function persist<T>(write: () => Promise<T>): Promise<T> {
  for (const delay of PERSIST_DELAYS_MS) {
    try {
      return await write();
    } catch {
      await sleep(delay);
    }
  }
  return write();
}
