import type { UpstreamFailureKind } from '../catalogue/failure-retries.js';

/**
 * The interface of a generation upstream, with one adapter per vendor. The sources of a model
 * (domain/catalogue) define the order in which upstreams are tried.
 */

/** A file of one job, as its bytes. */
export interface JobMedia {
  readonly bytes: Buffer;
  /** Detected from the bytes, never declared. Pictures are always upright WebP. */
  readonly contentType: string;
}

/** A picture that the prompt references by its tag. */
export interface TaggedImage {
  /** `@tag` in the caller's spelling. */
  readonly tag: string;
  readonly image: JobMedia;
}

/** The pictures of an image job; absent ones are null or empty. An edit has no faces. */
export interface JobInputs {
  /** Pose, framing, setting, light; with `edit` the picture to change. */
  readonly scene: JobMedia | null;
  /** Photos of one face to preserve, the clearest first; at most 3. */
  readonly characters: readonly JobMedia[];
  /** Photos of one item to reproduce faithfully; at most 3. */
  readonly products: readonly JobMedia[];
  /** In the caller's order; at most 8. */
  readonly references: readonly TaggedImage[];
}

/** Facts of every job. Contains user content, so it never enters a workflow history. */
interface JobFacts {
  /** Stable across retries: the client reference sent upstream. */
  readonly generationId: string;
  /** The seed of all randomness, 0 to 2147483647; the same for every attempt. */
  readonly seed: number;
  /** The upstream's name of the model: one part of a source `{provider, upstreamModel}`. */
  readonly upstreamModel: string;
  /** 1 for the first try of this stage, counted over all sources. */
  readonly attempt: number;
  /** The caller's unchanged text. May be empty. */
  readonly prompt: string;
  /**
   * The prompt for a model: the caller's text, the results of analyses, and what the inputs
   * require.
   */
  readonly fullPrompt: string;
  readonly aspectRatio: string;
  readonly resolution: string;
  /** Exact output size in pixels; ignored by upstreams that only accept named sizes. */
  readonly width: number;
  readonly height: number;
}

export interface ImageJob extends JobFacts {
  readonly kind: 'image';
  readonly edit: boolean;
  readonly inputs: JobInputs;
}

export interface VideoJob extends JobFacts {
  readonly kind: 'video';
  /** Whole seconds, as offered by the model; with `motion` the measured length, rounded up. */
  readonly seconds: number;
  /** Whether sound is wanted. The storage stage mutes a model that always makes sound. */
  readonly audio: boolean;
  /** Always present: given by the caller, or generated in the previous stage. */
  readonly firstFrame: JobMedia;
  /**
   * Only for models that accept references besides a first frame, and at most as many as they
   * accept.
   */
  readonly references: readonly TaggedImage[];
  /** A voice-over or audio reference; only for models that use it. */
  readonly narration: JobMedia | null;
  /** The clip whose movement is transferred. */
  readonly motion: {
    readonly clip: JobMedia;
    readonly orientation: 'video' | 'image';
  } | null;
}

export type ProviderJob = ImageJob | VideoJob;

/** The result of an upstream: bytes, or a URL that can be fetched for some minutes. */
export type Asset =
  | {
      readonly bytes: Buffer;
      readonly contentType: string;
      /** Notes for the caller, such as a subject that could not be drawn. */
      readonly notes?: readonly string[];
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

export interface CallContext {
  /** Aborted when the activity is cancelled or times out, or the worker drains: stop and throw. */
  readonly signal: AbortSignal;
  /** Reports progress; called at least every second during a long job. */
  readonly onProgress: (fractionDone: number) => void;
}

/** The longest wait for the answer to an order. Stopping workers wait for it, too. */
export const ORDER_MS_MAX = 60_000;

/** Its signal applies until the order is sent. */
export interface SubmitContext extends CallContext {
  /**
   * Records that the order is being sent; called once, right before the request that places it.
   * Only its deadline ends that request, because an interrupted order may be charged.
   * @returns the signal for this request. @throws when it must not be sent any more
   */
  startOrder(): Promise<AbortSignal>;
}

/** An upstream that makes the asset while the call waits: the renderer on this machine. */
export interface DirectProvider {
  readonly name: string;
  readonly mode: 'direct';
  /** Whether it can run this model; absent when it can run every model. */
  serves?(upstreamModel: string): boolean;
  /** @throws {ProviderFailure} for every failure of the upstream */
  generate(job: ProviderJob, context: CallContext): Promise<Asset>;
}

/** Identifies a job upstream: small opaque JSON without secrets. Stored before any wait. */
export type UpstreamRef = Readonly<Record<string, string | number>>;

/** State of a job. A failed job is thrown as ProviderFailure instead. */
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
  /** Whether it can run this model; absent when it can run every model. */
  serves?(upstreamModel: string): boolean;
  /** Milliseconds between two polls. */
  readonly pollEveryMs: { readonly image: number; readonly video: number };
  /**
   * Submits the job with its inputs. The order itself takes at most ORDER_MS_MAX.
   * @throws {ProviderFailure} when it was definitely not accepted
   * @throws {SubmitUncertain} when the outcome is unknown
   */
  submit(job: ProviderJob, context: SubmitContext): Promise<UpstreamRef>;
  /** Polls a job once. @throws {ProviderFailure} when the job (`final`) or the poll failed */
  poll(ref: UpstreamRef, signal: AbortSignal): Promise<JobState>;
  /** Best effort; a job that is stopped too late may still be charged. */
  cancel(ref: UpstreamRef, signal: AbortSignal): Promise<'stopped' | 'too_late' | 'unsupported'>;
  /** Finds a job whose submit got no answer. Absent where the vendor offers no such query. */
  reconcile?(job: ProviderJob, signal: AbortSignal): Promise<UpstreamRef | null>;
}

export type GenerationProvider = DirectProvider | QueuedProvider;

/** Meaning of a failure for the caller. Policies depend on nothing else. */
export type FailureKind = UpstreamFailureKind;

/** A failed upstream call, independent of the vendor. */
export class ProviderFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** Upstream HTTP status, if known. */
    readonly status: number | null = null,
    /** The wait that the upstream asked for. */
    readonly retryAfterMs: number | null = null,
    /** A text for operators only, such as the exception of their own server. */
    readonly forOperators: string | null = null,
  ) {
    super(message);
    this.name = 'ProviderFailure';
  }
}

/** The job itself has failed, as opposed to one poll: polling again would not help. */
export class JobFailed extends ProviderFailure {
  override readonly name = 'JobFailed';
}

/** The answer to a submit was lost, so the job may be running and paid. */
export class SubmitUncertain extends ProviderFailure {
  override readonly name = 'SubmitUncertain';
  constructor(message: string, status: number | null = null) {
    super('uncertain', message, status);
  }
}
