import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import {
  FAILURES,
  type FailureKind,
  type UpstreamFailureKind,
} from '../domain/catalogue/failure-retries.js';
import { ProviderFailure } from '../domain/ports/provider.js';
import { UndecodableImage } from '../adapters/media/deliverable.js';
import { StorageUnavailable } from '../domain/ports/object-store.js';

const STORE_IS_AWAY = 'The object store did not answer.';

/**
 * Our messages for each kind of failure. An upstream's own message is not stored in the history,
 * because it may repeat a prompt and would stay there permanently; keep-words.ts stores it in the
 * row instead.
 */
export const WORDS: Record<UpstreamFailureKind, string> = {
  unavailable: 'The upstream failed or did not answer.',
  rate_limited: 'The upstream is at its rate limit.',
  timeout: 'No answer in time.',
  rejected: 'The upstream did not accept the request.',
  content_blocked: 'The upstream refused the content.',
  uncertain: 'It is unknown whether the upstream accepted the order.',
  undeliverable: 'The finished result could not be fetched.',
};

/**
 * Converts an adapter's error to a failure that the workflow handles. Temporal does not retry that
 * failure: the workflow retries the step, where operators can see it. Other errors are returned
 * unchanged, and Temporal retries the step.
 */
export function translate(error: unknown): unknown {
  if (error instanceof ProviderFailure) {
    const { kind, status, retryAfterMs } = error;
    return leaveToWorkflow(kind, WORDS[kind], [{ status, retryAfterMs }]);
  }
  if (error instanceof StorageUnavailable) return leaveToWorkflow('storage', STORE_IS_AWAY);
  if (error instanceof UndecodableImage) {
    return leaveToWorkflow('rejected', 'The provider delivered something that is not an image.');
  }
  return error;
}

function leaveToWorkflow(
  kind: FailureKind,
  message: string,
  details?: unknown[],
): ApplicationFailure {
  return new ApplicationFailure(message, FAILURES[kind].type, true, details);
}

/**
 * Lets Temporal retry a step when the store is down and no workflow handles that failure.
 * @throws a retryable failure, or `error` unchanged
 */
export function leaveToTemporal(error: unknown): never {
  throw error instanceof StorageUnavailable ? buildStoreUnavailable() : error;
}

/** Builds the failure that makes Temporal retry a step because the store is down. */
export function buildStoreUnavailable(): ApplicationFailure {
  return ApplicationFailure.retryable(STORE_IS_AWAY, FAILURES.storage.type);
}

/**
 * Lets Temporal retry a step on another worker because this worker is stopping. This is not an
 * error.
 */
export function leaveToNextWorker(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'The worker is stopping; another worker continues.',
    type: 'WorkerStopped',
    category: ApplicationFailureCategory.BENIGN,
  });
}
