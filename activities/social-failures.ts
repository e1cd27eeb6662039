import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import type { StepRefusal } from '../domain/catalogue/publish-steps.js';
import type { Log } from '../domain/ports/log.js';
import { PlatformFailure } from '../domain/ports/social-platform.js';

/** What a step of a post throws stays in the history, so its own words never get there. */
const STEP_FAILED = 'A step of the post failed; the log of its worker says why.';

/**
 * Runs a step that calls a platform. What the platform refuses is an answer, about which the run
 * decides by a table; anything else is a failure that Temporal repeats.
 */
export async function answerRefusals<T>(
  { log }: { readonly log: Log },
  step: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T | StepRefusal> {
  try {
    return await step();
  } catch (error) {
    // An adapter may have told the end of our own time in words of its own.
    if (signal?.aborted) throw signal.reason;
    if (!(error instanceof PlatformFailure)) throw hideWords(log, error);
    const { kind, code, platformCode, until } = error;
    const facts = { kind, code, platformCode };
    if (kind === 'misconfigured') log.error(facts, 'a platform refuses our app');
    else log.info(facts, 'a platform refused a step');
    return { state: 'refused', kind, code, platformCode, until };
  }
}

function hideWords(log: Log, error: unknown): ApplicationFailure {
  if (error instanceof ApplicationFailure) return error;
  log.warn({ err: error }, 'a step of a post failed');
  return ApplicationFailure.retryable(STEP_FAILED, 'StepFailed');
}

/** A step that was still at work when its time was over; it goes on where it was. */
export function stepIsLate(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'The step took too long.',
    type: 'StepLate',
    category: ApplicationFailureCategory.BENIGN,
  });
}
