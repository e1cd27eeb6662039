import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import type { StepRefusal } from '../domain/catalogue/publish-steps.js';
import type { Log } from '../domain/ports/log.js';
import { PlatformFailure } from '../domain/ports/social-platform.js';

/** Errors in post steps are stored in the history, so the errors' own messages are left out. */
const STEP_FAILED = 'A step of the post failed; the log of its worker says why.';

/**
 * Runs a step that calls a platform. A platform's refusal is a result, which the run handles with a
 * table; any other error is a failure that Temporal retries.
 */
export async function answerRefusals<T>(
  { log }: { readonly log: Log },
  step: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T | StepRefusal> {
  try {
    return await step();
  } catch (error) {
    // An adapter may have reported our own deadline as a different error.
    if (signal?.aborted) throw signal.reason;
    if (!(error instanceof PlatformFailure)) throw hideWords(log, error);
    const { kind, code, platformCode, until } = error;
    const facts = { kind, code, platformCode };
    if (kind === 'misconfigured')
      log.error(facts, 'a platform refuses our app: check its client id, secret and permissions');
    else log.info(facts, 'a platform refused a step of a post');
    return { state: 'refused', kind, code, platformCode, until };
  }
}

function hideWords(log: Log, error: unknown): ApplicationFailure {
  if (error instanceof ApplicationFailure) return error;
  log.warn({ err: error }, 'a step of a post failed: Temporal retries it');
  return ApplicationFailure.retryable(STEP_FAILED, 'StepFailed');
}

/**
 * Builds the failure of a step that reached its deadline; a retry resumes where the step stopped.
 */
export function buildStepTimeout(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'The step took too long.',
    type: 'StepLate',
    category: ApplicationFailureCategory.BENIGN,
  });
}
