import {
  defineSearchAttributeKey,
  type SearchAttributePair,
  SearchAttributeType,
} from '@temporalio/common';
import {
  CancellationScope,
  isCancellation,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { SUCCESSES } from '../domain/catalogue/runs.js';

/** A run's outcome, for operators' searches. */
export interface RunEnding {
  readonly outcome: string;
  /** Public code of the outcome; null if there is nothing to explain. */
  readonly code?: string | null;
  /** Zero and undefined are not reported. */
  readonly refunded?: number | undefined;
}

export const OUTCOME = defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD);
const ERROR_CODE = defineSearchAttributeKey('ErrorCode', SearchAttributeType.KEYWORD);
const REFUNDED = defineSearchAttributeKey('RefundedCredits', SearchAttributeType.INT);

/**
 * Returns this run's value of `ENDING_VERSION` at its start. Version 0 runs report nothing; version
 * 1 runs have no memo, but an `Outcome` from their start.
 */
export function readEndingVersion(): number {
  const { memo, typedSearchAttributes } = workflowInfo();
  const version = memo?.['endingVersion'];
  if (typeof version === 'number') return version;
  return typedSearchAttributes.get(OUTCOME) === undefined ? 0 : 1;
}

/**
 * Reports the run's outcome to operators in one event, or in no event if the run's status is
 * sufficient.
 * @param more additional search attributes for the same event
 */
export function reportEnding(
  { outcome, code, refunded }: RunEnding,
  more: SearchAttributePair[] = [],
): void {
  if (readEndingVersion() >= 2 && !code && SUCCESSES.has(outcome)) return;
  upsertSearchAttributes([
    { key: OUTCOME, value: outcome },
    ...(code ? [{ key: ERROR_CODE, value: code }] : []),
    ...(refunded ? [{ key: REFUNDED, value: refunded }] : []),
    ...more,
  ]);
}

/**
 * Runs a workflow to its end and reports the outcome, even if the workflow fails or is cancelled.
 * @param read derives the outcome from the result
 */
export async function runToEnding<T>(run: () => Promise<T>, read: (result: T) => RunEnding) {
  if (readEndingVersion() === 0) return run();
  try {
    const result = await run();
    reportEnding(read(result));
    return result;
  } catch (error) {
    // Any other error is a bug: it fails the workflow task, and the run continues once the bug is
    // fixed.
    if (!(error instanceof TemporalFailure)) throw error;
    reportEnding(
      isCancelledHere(error) ? { outcome: 'cancelled' } : { outcome: 'failed', code: 'UNKNOWN' },
    );
    throw error;
  }
}

/**
 * Returns whether a step ended because its scope or the run was cancelled. A stopping worker can
 * report the same failure although nothing was cancelled.
 */
export function isCancelledHere(error: unknown): boolean {
  return isCancellation(error) && CancellationScope.current().consideredCancelled;
}
