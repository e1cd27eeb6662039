import { ApplicationFailure } from '@temporalio/activity';
import { ProviderFailure, type FailureKind } from '../domain/ports/provider.js';
import { UndecodableImage } from '../adapters/media/deliverable.js';
import { StorageUnavailable } from '../domain/ports/object-store.js';

/** Stable failure types: what workflow code branches on (workflows/failures). */
const TYPES: Record<FailureKind, string> = {
  content_blocked: 'ContentPolicy',
  rate_limited: 'ProviderRateLimited',
  timeout: 'ProviderTimeout',
  unavailable: 'ProviderUnavailable',
  rejected: 'ProviderRejected',
  uncertain: 'ProviderUncertain',
  undeliverable: 'ProviderUndeliverable',
};

/** Text of others is cut before it enters a history for good. */
const MESSAGE_MAX = 500;

/**
 * Turns an adapter's error into what the workflow decides on. Such failures are final for Temporal:
 * the workflow repeats them in sight of operators. Everything else stays as it is and is repeated
 * by Temporal itself.
 */
export function translate(error: unknown): unknown {
  if (error instanceof ProviderFailure) {
    return ApplicationFailure.create({
      type: TYPES[error.kind],
      message: error.message.slice(0, MESSAGE_MAX),
      nonRetryable: true,
      details: [{ status: error.status, retryAfterMs: error.retryAfterMs }],
    });
  }
  if (error instanceof StorageUnavailable) {
    return ApplicationFailure.create({
      type: 'StorageUnavailable',
      message: 'The object store did not answer.',
      nonRetryable: true,
    });
  }
  if (error instanceof UndecodableImage) {
    return ApplicationFailure.create({
      type: 'ProviderRejected',
      message: 'The provider delivered something that is not an image.',
      nonRetryable: true,
    });
  }
  return error;
}
