/**
 * What a generation upstream offers. One adapter per vendor implements it; the routes of a model
 * (domain/catalogue) say in which order they are asked.
 */

/** One picture that the caller gave, as its bytes. */
export interface JobMedia {
  readonly bytes: Buffer;
  /** As sniffed, never as declared. */
  readonly contentType: string;
}

/** The pictures of one job; what is absent is null or empty. */
export interface JobInputs {
  /** Pose, framing, setting, light; with `edit` the picture to change. */
  readonly scene: JobMedia | null;
  /** A face to preserve. */
  readonly character: JobMedia | null;
  /** Named by the prompt as `@tag`, in the caller's order. */
  readonly references: readonly { readonly tag: string; readonly image: JobMedia }[];
}

/** Everything an upstream needs for one image. Contents, so it never enters a workflow history. */
export interface ImageJob {
  /** Stable across retries: the client reference sent upstream and the seed of the local renderer. */
  readonly generationId: string;
  /** The upstream's own name of the model: one part of a route `{provider, upstreamModel}`. */
  readonly upstreamModel: string;
  /** 1 for the first try of this stage, counted over all routes. */
  readonly attempt: number;
  readonly prompt: string;
  readonly aspectRatio: string;
  readonly resolution: string;
  /** Exact output size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly edit: boolean;
  readonly inputs: JobInputs;
}

/** An image as an upstream delivered it: any format that the storage stage can decode. */
export interface RenderedImage {
  readonly bytes: Buffer;
  readonly contentType: string;
}

export interface CallContext {
  /** Aborted when the activity is cancelled or the worker drains: stop at once and throw. */
  readonly signal: AbortSignal;
  /** Tells that work goes on; called at least every second during a long job. */
  readonly onProgress: (fractionDone: number) => void;
}

export interface ImageProvider {
  readonly name: string;
  /**
   * Generates one image.
   * @throws {ProviderFailure} for every failure of the upstream.
   */
  generateImage(job: ImageJob, context: CallContext): Promise<RenderedImage>;
}

/** What a failure means for the caller: the only thing that policies branch on. */
export type FailureKind =
  /** The upstream refused the content: never retried, never sent elsewhere. */
  | 'content_blocked'
  /** 429: retry later, then the next route. */
  | 'rate_limited'
  /** No answer in time. */
  | 'timeout'
  /** 5xx or no connection: retry, then the next route. */
  | 'unavailable'
  /** The upstream cannot do this request (4xx): next route, no retry. */
  | 'rejected';

/** A failure of an upstream call, in the words of no vendor. */
export class ProviderFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** Upstream HTTP status when known. */
    readonly status: number | null = null,
    /** When the upstream said how long to wait. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
    this.name = 'ProviderFailure';
  }
}
