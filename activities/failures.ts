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
 * Our words for each kind of failure. What an upstream says itself enters no history, since it may
 * repeat a prompt and would stay for good: keep-words.ts keeps it in the row.
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
 * Turns an adapter's error into a failure that the workflow can decide about. For Temporal such a
 * failure is final: the workflow repeats the step, where operators see it. Other errors stay as
 * they are, and Temporal itself repeats the step.
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
 * Makes Temporal itself repeat a step when the store is away and no workflow decides about that.
 * @throws the failure that makes Temporal repeat it, or `error` as it is
 */
export function leaveToTemporal(error: unknown): never {
  throw error instanceof StorageUnavailable ? storeIsAway() : error;
}

/** The store as the cause for which Temporal itself repeats a step. */
export function storeIsAway(): ApplicationFailure {
  return ApplicationFailure.retryable(STORE_IS_AWAY, FAILURES.storage.type);
}

/** Makes Temporal repeat a step on another worker, because this one stops. It is no fault. */
export function leaveToNextWorker(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'The worker is stopping; another worker continues.',
    type: 'WorkerStopped',
    category: ApplicationFailureCategory.BENIGN,
  });
}
