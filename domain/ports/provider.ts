import type { UpstreamFailureKind } from '../catalogue/failure-retries.js';
import type { ProviderJob } from './provider-job.js';

/**
 * The interface to a generation upstream, with one adapter per vendor. A model's sources
 * (domain/catalogue) define the order of the upstreams.
 */

/** An upstream's result as bytes. */
export interface BytesAsset {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Notes for the caller, such as a subject that could not be drawn. */
  readonly notes?: readonly string[];
}

/** An upstream's result: bytes, or a URL that can be fetched for some minutes. */
export type Asset =
  | BytesAsset
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

export interface CallContext {
  /** Aborted when the activity is cancelled or times out, or the worker drains: stop and throw. */
  readonly signal: AbortSignal;
  /** Reports progress; called at least every second during a long job. */
  readonly onProgress: (fractionDone: number) => void;
}

/** Maximum wait for the response to an order. Stopping workers wait for it as well. */
export const ORDER_MS_MAX = 60_000;

/** The context of a submit. Its signal applies until the order is sent. */
export interface SubmitContext extends CallContext {
  /**
   * Records that the order is being sent; called once, right before the request that places it.
   * Only its deadline aborts that request, because an interrupted order may be charged.
   * @returns the signal for this request
   * @throws if the order must not be sent any more
   */
  startOrder(): Promise<AbortSignal>;
}

/** An upstream that creates the asset during the call: the renderer on this machine. */
export interface DirectProvider {
  readonly name: string;
  readonly mode: 'direct';
  /** Whether the provider can run this model; absent if it can run every model. */
  serves?(upstreamModel: string): boolean;
  /** @throws {ProviderFailure} for every upstream failure */
  generate(job: ProviderJob, context: CallContext): Promise<Asset>;
}

/** Identifies a job upstream: small opaque JSON without secrets, stored before any wait. */
export type UpstreamRef = Readonly<Record<string, string | number>>;

/** A job's state. A failed job is thrown as ProviderFailure instead. */
export type JobState =
  | { readonly state: 'queued'; readonly position: number | null }
  | { readonly state: 'running'; readonly progress: number | null }
  | { readonly state: 'done'; readonly asset: Asset; readonly costUsd: number | null };

/**
 * An upstream with a queue: a job is submitted once, then polled by its ref. No upstream offers
 * idempotent submits, so a submit with an unknown outcome is never repeated.
 */
export interface QueuedProvider {
  readonly name: string;
  readonly mode: 'queued';
  /** Whether the provider can run this model; absent if it can run every model. */
  serves?(upstreamModel: string): boolean;
  /** Polling intervals in milliseconds. */
  readonly pollEveryMs: { readonly image: number; readonly video: number };
  /**
   * Submits the job with its inputs. The order request itself takes no longer than ORDER_MS_MAX.
   * @throws {ProviderFailure} if the job was definitely not accepted
   * @throws {SubmitUncertain} if the outcome is unknown
   */
  submit(job: ProviderJob, context: SubmitContext): Promise<UpstreamRef>;
  /**
   * Polls a job once.
   * @throws {ProviderFailure} if the job (`final`) or the poll failed
   */
  poll(ref: UpstreamRef, signal: AbortSignal): Promise<JobState>;
  /** Cancels a job, best effort. A job that is stopped too late may still be charged. */
  cancel(ref: UpstreamRef, signal: AbortSignal): Promise<'stopped' | 'too_late' | 'unsupported'>;
  /** Finds a job whose submit got no response. Absent if the vendor offers no such query. */
  reconcile?(job: ProviderJob, signal: AbortSignal): Promise<UpstreamRef | null>;
}

/**
 * An upstream whose response to an order contains the result. It has no jobs that could be polled,
 * cancelled or found again.
 */
export interface InstantProvider {
  readonly name: string;
  readonly mode: 'instant';
  /** Whether the provider can run this model; absent if it can run every model. */
  serves?(upstreamModel: string): boolean;
  /**
   * Orders the asset. The order request itself takes no longer than ORDER_MS_MAX.
   * @throws {ProviderFailure} if the upstream definitely made nothing
   * @throws {SubmitUncertain} if the outcome is unknown
   */
  submit(job: ProviderJob, context: SubmitContext): Promise<BytesAsset>;
}

/** An upstream that takes orders, which are never placed twice. */
export type OrderProvider = QueuedProvider | InstantProvider;

export type GenerationProvider = DirectProvider | OrderProvider;

/** A failure's meaning for the caller. Policies depend on nothing else. */
export type FailureKind = UpstreamFailureKind;

/** A failed upstream call, in terms that are the same for every vendor. */
export class ProviderFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** The upstream's HTTP status, if known. */
    readonly status: number | null = null,
    /** The wait that the upstream requested. */
    readonly retryAfterMs: number | null = null,
    /** A message for operators only, such as an exception from their own server. */
    readonly forOperators: string | null = null,
  ) {
    super(message);
    this.name = 'ProviderFailure';
  }
}

/** Thrown if the job itself has failed, as opposed to one poll: polling again would not help. */
export class JobFailed extends ProviderFailure {
  override readonly name = 'JobFailed';
}

/** Thrown if the response to a submit was lost, so the job may be running and charged. */
export class SubmitUncertain extends ProviderFailure {
  override readonly name = 'SubmitUncertain';
  constructor(message: string, status: number | null = null) {
    super('uncertain', message, status);
  }
}
