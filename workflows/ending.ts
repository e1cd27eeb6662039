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

/** How a run ended, as operators search for it. */
export interface Ending {
  readonly outcome: string;
  /** Null when there is nothing to explain. */
  readonly code?: string | null;
  /** Zero and absent are not reported. */
  readonly refunded?: number | undefined;
}

export const OUTCOME = defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD);
const ERROR_CODE = defineSearchAttributeKey('ErrorCode', SearchAttributeType.KEYWORD);
const REFUNDED = defineSearchAttributeKey('RefundedCredits', SearchAttributeType.INT);

/**
 * The version of `ENDING_VERSION` that this run was started with. Runs of version 0 report nothing;
 * those of version 1 have no memo, but an `Outcome` from their start on.
 */
export function readEndingVersion(): number {
  const { memo, typedSearchAttributes } = workflowInfo();
  const version = memo?.['endingVersion'];
  if (typeof version === 'number') return version;
  return typedSearchAttributes.get(OUTCOME) === undefined ? 0 : 1;
}

/**
 * Reports to operators how the run ended, in one event, or in none when its status says enough.
 * @param more further search attributes for the same event
 */
export function reportEnding(
  { outcome, code, refunded }: Ending,
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
 * Runs a workflow to its end and reports how it ended, also when it fails or is cancelled.
 * @param read reads the end from the result
 */
export async function runToEnding<T>(run: () => Promise<T>, read: (result: T) => Ending) {
  if (readEndingVersion() === 0) return run();
  try {
    const result = await run();
    reportEnding(read(result));
    return result;
  } catch (error) {
    // Any other error is a bug: it fails the workflow task, and the run goes on once it is fixed.
    if (!(error instanceof TemporalFailure)) throw error;
    reportEnding(
      wasCancelled(error) ? { outcome: 'cancelled' } : { outcome: 'failed', code: 'UNKNOWN' },
    );
    throw error;
  }
}

/**
 * Whether a step ended because its scope or the run was cancelled. A worker that stops can report
 * the same failure, without anybody having cancelled anything.
 */
export function wasCancelled(error: unknown): boolean {
  return isCancellation(error) && CancellationScope.current().consideredCancelled;
}
