import type { GenerationErrorCode, Stage } from './stages.js';

/** The rules for one kind of step failure. */
interface FailureRow {
  /**
   * Type of the Temporal failure; null if the step does not throw. Workflow histories contain the
   * type: never change it.
   */
  readonly type: string | null;
  /** Waits before each retry on the same upstream or on the store. */
  readonly waitsMs: readonly number[];
  /** After the last retry: use the model's next source, or end the generation. */
  readonly after: 'next' | 'stop';
  /**
   * Whether the source is at fault, not the request. A source that keeps failing this way is used
   * last.
   */
  readonly blamesSource: boolean;
  /** `error.code` of a generation that ends with this failure. */
  readonly code: GenerationErrorCode;
  /** Reported stage of the failure; null for the current stage. */
  readonly stage: Stage | null;
  /** Message for clients. Internal text is only in the timeline and the log. */
  readonly message: string;
}

function buildRetryRow(
  type: string | null,
  waitsInSeconds: readonly number[],
  after: FailureRow['after'],
  blamesSource: boolean,
  code: GenerationErrorCode,
  stage: Stage | null,
  message: string,
): FailureRow {
  const waitsMs = waitsInSeconds.map((seconds) => seconds * 1_000);
  return { type, waitsMs, after, blamesSource, code, stage, message };
}

/**
 * Every kind of step failure (docs/design.md, Failures). Details that the names do not show:
 * - `unavailable`: 5xx or no connection.
 * - `rejected`: the upstream cannot do this request (4xx), or our account there is at fault.
 * - `uncertain`: the upstream may have accepted the order, so the order is never repeated.
 * - `undeliverable`: the result is finished and paid for, but cannot be fetched. Only the fetch is
 * retried.
 * - `not_started`: no worker started the step in time.
 * - `unknown`: a failure of any other type.
 *
 * The waits of `storage` add up to half a minute, so that no generation fails if the store is
 * unavailable for that long.
 */
// oxfmt-ignore
export const FAILURES = {
  //                   type                     waits (s)         after   blames code
  //  stage      message
  unavailable:     buildRetryRow('ProviderUnavailable',   [1, 3],           'next', true,  'PROVIDER_ERROR',
      null,      'Every provider of this model failed. The price was refunded; try again later.'),
  rate_limited:    buildRetryRow('ProviderRateLimited',   [1, 3],           'next', true,  'RATE_LIMIT',
      null,      'Every provider of this model is at its rate limit. The price was refunded.'),
  timeout:         buildRetryRow('ProviderTimeout',       [1],              'next', true,  'TIMEOUT',
      null,      'The generation did not finish in time. The price was refunded.'),
  rejected:        buildRetryRow('ProviderRejected',      [],               'next', false, 'PROVIDER_ERROR',
      null,      'No provider of this model accepted the request. The price was refunded.'),
  content_blocked: buildRetryRow('ContentPolicy',         [],               'stop', false, 'CONTENT_BLOCKED',
      null,      'The provider refused the content. The price was refunded; change the prompt.'),
  uncertain:       buildRetryRow('ProviderUncertain',     [],               'stop', false, 'PROVIDER_ERROR',
      null,      'The provider did not confirm the order. The price was refunded; try again.'),
  undeliverable:   buildRetryRow('ProviderUndeliverable', [1, 5],           'stop', false, 'PROVIDER_ERROR',
      'storage', 'The provider did not hand over the result. The price was refunded; try again.'),
  storage:         buildRetryRow('StorageUnavailable',    [1, 2, 4, 8, 16], 'stop', false, 'UNKNOWN',
      'storage', 'The result could not be stored. The price was refunded; try again later.'),
  not_started:     buildRetryRow(null,                    [],               'stop', false, 'TIMEOUT',
      'queue',   'The generation could not be started in time. The price was refunded.'),
  unknown:         buildRetryRow(null,                    [],               'stop', false, 'UNKNOWN',
      null,      'Something failed on our side. The price was refunded; try again later.'),
} satisfies Record<string, FailureRow>;

export type FailureKind = keyof typeof FAILURES;

/** Failures that an adapter reports. The other kinds are failures of this service. */
export type UpstreamFailureKind = Exclude<FailureKind, 'storage' | 'not_started' | 'unknown'>;
