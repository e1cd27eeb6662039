import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';
import type { GenerationErrorCode, Stage } from '../domain/catalogue/stages.js';
import type { UpstreamFailureKind } from './policies.js';

/** What a failed step means for the pipeline. */
export interface StepFailure {
  readonly kind: UpstreamFailureKind | 'storage' | 'not_started' | 'unknown';
  readonly message: string;
  /** Upstream HTTP status when known. */
  readonly status: number | null;
  readonly retryAfterMs: number | null;
}

/** Types of the ApplicationFailures that activities throw, with what they mean. */
const KINDS: Record<string, StepFailure['kind']> = {
  ProviderUnavailable: 'unavailable',
  ProviderRateLimited: 'rate_limited',
  ProviderTimeout: 'timeout',
  ProviderRejected: 'rejected',
  ContentPolicy: 'content_blocked',
  ProviderUncertain: 'uncertain',
  ProviderUndeliverable: 'undeliverable',
  StorageUnavailable: 'storage',
};

interface FailureDetails {
  status?: number | null;
  retryAfterMs?: number | null;
}

/** Reads the failure of an activity. Anything but a failed activity is a bug and thrown on. */
export function readFailure(error: unknown): StepFailure {
  if (!(error instanceof ActivityFailure)) throw error;
  const { cause } = error;
  if (cause instanceof TimeoutFailure) {
    return cause.timeoutType === 'SCHEDULE_TO_START'
      ? ofKind('not_started', 'No worker took the job in time.')
      : ofKind('timeout', 'The step did not finish in time.');
  }
  if (cause instanceof ApplicationFailure) {
    const details = (cause.details?.[0] ?? {}) as FailureDetails;
    return {
      kind: KINDS[cause.type ?? ''] ?? 'unknown',
      message: cause.message,
      status: details.status ?? null,
      retryAfterMs: details.retryAfterMs ?? null,
    };
  }
  throw error;
}

function ofKind(kind: StepFailure['kind'], message: string): StepFailure {
  return { kind, message, status: null, retryAfterMs: null };
}

/** `error.code` of a generation that stopped for this failure. */
const CODES: Record<StepFailure['kind'], GenerationErrorCode> = {
  unavailable: 'PROVIDER_ERROR',
  rejected: 'PROVIDER_ERROR',
  uncertain: 'PROVIDER_ERROR',
  undeliverable: 'PROVIDER_ERROR',
  rate_limited: 'RATE_LIMIT',
  timeout: 'TIMEOUT',
  not_started: 'TIMEOUT',
  content_blocked: 'CONTENT_BLOCKED',
  storage: 'UNKNOWN',
  unknown: 'UNKNOWN',
};

/** What clients are told; internal text stays in the timeline and the log. */
const MESSAGES: Record<StepFailure['kind'], string> = {
  unavailable: 'Every provider of this model failed. The price was refunded; try again later.',
  rejected: 'No provider of this model accepted the request. The price was refunded.',
  uncertain: 'The provider did not confirm the order. The price was refunded; try again.',
  undeliverable: 'The provider did not hand over the result. The price was refunded; try again.',
  rate_limited: 'Every provider of this model is at its rate limit. The price was refunded.',
  timeout: 'The generation did not finish in time. The price was refunded.',
  not_started: 'The generation could not be started in time. The price was refunded.',
  content_blocked: 'The provider refused the content. The price was refunded; change the prompt.',
  storage: 'The result could not be stored. The price was refunded; try again later.',
  unknown: 'Something failed on our side. The price was refunded; try again later.',
};

/** Failures that belong to another stage than the one under way. */
const STAGES: Partial<Record<StepFailure['kind'], Stage>> = {
  not_started: 'queue',
  undeliverable: 'storage',
  storage: 'storage',
};

/** Ends a generation: carries what the failing transaction writes. */
export class GenerationStopped extends Error {
  readonly code: GenerationErrorCode;
  readonly publicMessage: string;
  readonly stage: Stage;

  constructor(
    stage: Stage,
    readonly failure: StepFailure,
  ) {
    super(failure.message);
    this.name = 'GenerationStopped';
    this.code = CODES[failure.kind];
    this.publicMessage = MESSAGES[failure.kind];
    this.stage = STAGES[failure.kind] ?? stage;
  }
}
