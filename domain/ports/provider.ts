import type { UpstreamFailureKind } from '../catalogue/failure-retries.js';

/**
 * What a generation upstream offers. One adapter per vendor implements it; the sources of a model
 * (domain/catalogue) say in which order they are asked.
 */

/** A file of one job, as its bytes. */
export interface JobMedia {
  readonly bytes: Buffer;
  /** As sniffed, never as declared. Pictures are always upright WebP. */
  readonly contentType: string;
}

/** A picture that the prompt names by its tag. */
export interface TaggedImage {
  /** `@tag` as the caller wrote it. */
  readonly tag: string;
  readonly image: JobMedia;
}

/** The pictures of an image job; what is absent is null or empty. An edit has no faces. */
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

/** What every job says. Contents, so it never enters a workflow history. */
interface JobFacts {
  /** Stable across retries: the client reference sent upstream. */
  readonly generationId: string;
  /** What all chance is drawn from, 0 to 2147483647: the same for every attempt. */
  readonly seed: number;
  /** The upstream's own name of the model: one part of a source `{provider, upstreamModel}`. */
  readonly upstreamModel: string;
  /** 1 for the first try of this stage, counted over all sources. */
  readonly attempt: number;
  /** The caller's own words. May be empty. */
  readonly prompt: string;
  /**
   * The prompt that a model gets: the caller's words, what analysis saw, and what the inputs ask
   * for.
   */
  readonly fullPrompt: string;
  readonly aspectRatio: string;
  readonly resolution: string;
  /** Exact output size in pixels; upstreams that know only names of sizes leave it aside. */
  readonly width: number;
  readonly height: number;
}

/** Everything an upstream needs for one image. */
export interface ImageJob extends JobFacts {
  readonly kind: 'image';
  readonly edit: boolean;
  readonly inputs: JobInputs;
}

/** Everything an upstream needs for one video. */
export interface VideoJob extends JobFacts {
  readonly kind: 'video';
  /** Whole seconds, as offered by the model; with `motion` the measured length, rounded up. */
  readonly seconds: number;
  /** Sound wanted. A model that always makes sound is muted by the storage stage. */
  readonly audio: boolean;
  /** Present always: given by the caller, or generated in the stage before. */
  readonly firstFrame: JobMedia;
  /** Only of models that take them beside a first frame, and no more than they take. */
  readonly references: readonly TaggedImage[];
  /** A voice-over or audio reference; only of models that use it. */
  readonly narration: JobMedia | null;
  /** The clip whose movement is transferred. */
  readonly motion: {
    readonly clip: JobMedia;
    readonly orientation: 'video' | 'image';
  } | null;
}

export type ProviderJob = ImageJob | VideoJob;

/** What an upstream made: bytes, or an address that can be fetched for some minutes. */
export type Asset =
  | {
      readonly bytes: Buffer;
      readonly contentType: string;
      /** What the caller should know about it, such as a subject that could not be made. */
      readonly notes?: readonly string[];
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

export interface CallContext {
  /**
   * Aborted when the activity is cancelled, its time is over or the worker drains: stop and throw.
   */
  readonly signal: AbortSignal;
  /** Tells that work goes on; called at least every second during a long job. */
  readonly onProgress: (fractionDone: number) => void;
}

/** The longest wait for the answer to an order. Workers that stop wait for it, too. */
export const ORDER_MS_MAX = 60_000;

/** Its signal counts until the order is sent. */
export interface SubmitContext extends CallContext {
  /**
   * Notes that the order is sent now; called once, right before the request that orders. Nothing
   * but its deadline ends that request, since one that is cut off may be paid.
   * @returns the signal for this request. @throws when it must not be sent any more
   */
  startOrder(): Promise<AbortSignal>;
}

/** An upstream that makes the asset while the call waits: the renderer of this machine. */
export interface DirectProvider {
  readonly name: string;
  readonly mode: 'direct';
  /** Whether it can run this model; absent when it can run every model. */
  serves?(upstreamModel: string): boolean;
  /** @throws {ProviderFailure} for every failure of the upstream */
  generate(job: ProviderJob, context: CallContext): Promise<Asset>;
}

/** What identifies a job upstream: opaque JSON, small, without secrets. Stored before any wait. */
export type UpstreamRef = Readonly<Record<string, string | number>>;

/** Where a job stands. One that has failed is thrown as ProviderFailure instead. */
export type JobState =
  | { readonly state: 'queued'; readonly position: number | null }
  | { readonly state: 'running'; readonly progress: number | null }
  | { readonly state: 'done'; readonly asset: Asset; readonly costUsd: number | null };

/**
 * An upstream with a queue: a job is submitted once, then polled by its ref.
 * No upstream offers idempotent submits, so a submit whose outcome is unknown is never repeated.
 */
export interface QueuedProvider {
  readonly name: string;
  readonly mode: 'queued';
  /** Whether it can run this model; absent when it can run every model. */
  serves?(upstreamModel: string): boolean;
  /** Milliseconds between two polls. */
  readonly pollEveryMs: { readonly image: number; readonly video: number };
  /**
   * Hands the job in, inputs included. The order itself takes ORDER_MS_MAX at most.
   * @throws {ProviderFailure} when it was certainly not accepted
   * @throws {SubmitUncertain} when nobody knows
   */
  submit(job: ProviderJob, context: SubmitContext): Promise<UpstreamRef>;
  /**
   * One look at a job. @throws {ProviderFailure} when the job failed (`final`), or the look did
   */
  poll(ref: UpstreamRef, signal: AbortSignal): Promise<JobState>;
  /** Best effort; a job that is stopped too late may still be billed. */
  cancel(ref: UpstreamRef, signal: AbortSignal): Promise<'stopped' | 'too_late' | 'unsupported'>;
  /** Looks for a job whose submit got no answer. Absent where the vendor cannot be asked. */
  reconcile?(job: ProviderJob, signal: AbortSignal): Promise<UpstreamRef | null>;
}

export type GenerationProvider = DirectProvider | QueuedProvider;

/** What a failure means for the caller: the only thing that policies branch on. */
export type FailureKind = UpstreamFailureKind;

/** A failure of an upstream call, in the words of no vendor. */
export class ProviderFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** Upstream HTTP status when known. */
    readonly status: number | null = null,
    /** When the upstream said how long to wait. */
    readonly retryAfterMs: number | null = null,
    /** A text for operators only, such as the exception of their own server. */
    readonly forOperators: string | null = null,
  ) {
    super(message);
    this.name = 'ProviderFailure';
  }
}

/** The job itself has failed, as opposed to one look at it: polling again would not help. */
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
