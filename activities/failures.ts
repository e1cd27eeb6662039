import { ApplicationFailure } from '@temporalio/activity';
import { FAILURES, type FailureKind } from '../domain/catalogue/failure-retries.js';
import { ProviderFailure } from '../domain/ports/provider.js';
import { UndecodableImage } from '../adapters/media/deliverable.js';
import { StorageUnavailable } from '../domain/ports/object-store.js';

const STORE_IS_AWAY = 'The object store did not answer.';

/** Text of others is cut before it enters a history for good. */
const MESSAGE_MAX = 500;

export const cutMessage = ({ message }: Error): string => message.slice(0, MESSAGE_MAX);

/**
 * Turns an adapter's error into what the workflow decides on. Such failures are final for Temporal:
 * the workflow repeats them in sight of operators. Everything else stays as it is and is repeated
 * by Temporal itself.
 */
export function translate(error: unknown): unknown {
  if (error instanceof ProviderFailure) {
    const { kind, status, retryAfterMs } = error;
    return leaveToWorkflow(kind, cutMessage(error), [{ status, retryAfterMs }]);
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
 * Where no workflow decides about a store that is away, Temporal itself repeats the step.
 * @throws the failure that makes it do so, or `error` as it is
 */
export function leaveToTemporal(error: unknown): never {
  if (!(error instanceof StorageUnavailable)) throw error;
  throw ApplicationFailure.retryable(STORE_IS_AWAY, FAILURES.storage.type);
}
