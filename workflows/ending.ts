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

/** How a run ended, as operators search for it. */
export interface Ending {
  readonly outcome: string;
  /** Null when there is nothing to explain. */
  readonly code?: string | null;
  /** Zero and absent are not told. */
  readonly refunded?: number | undefined;
}

export const OUTCOME = defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD);
const ERROR_CODE = defineSearchAttributeKey('ErrorCode', SearchAttributeType.KEYWORD);
const REFUNDED = defineSearchAttributeKey('RefundedCredits', SearchAttributeType.INT);

/**
 * Whether this run tells at its end how it ended, by its status and its search attributes. Earlier
 * runs have nothing of this in their histories. A run tells it when it was started with an outcome,
 * which stays in its first event: this costs no events, where `patched()` would cost each run two.
 * To be asked before `tellEnding`, which changes the outcome.
 */
export function tellsEnding(): boolean {
  return workflowInfo().typedSearchAttributes.get(OUTCOME) !== undefined;
}

/** Tells operators how the run ended, in one event. @param more what else is told with it */
export function tellEnding(
  { outcome, code, refunded }: Ending,
  more: SearchAttributePair[] = [],
): void {
  upsertSearchAttributes([
    { key: OUTCOME, value: outcome },
    ...(code ? [{ key: ERROR_CODE, value: code }] : []),
    ...(refunded ? [{ key: REFUNDED, value: refunded }] : []),
    ...more,
  ]);
}

/**
 * Runs a workflow to its end and tells how it ended, also when it fails or is cancelled.
 * @param read what its result says about its end
 */
export async function runToEnding<T>(run: () => Promise<T>, read: (result: T) => Ending) {
  if (!tellsEnding()) return run();
  try {
    const result = await run();
    tellEnding(read(result));
    return result;
  } catch (error) {
    // Any other error is a bug: it fails the workflow task, and the run goes on once it is mended.
    if (!(error instanceof TemporalFailure)) throw error;
    tellEnding(
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
