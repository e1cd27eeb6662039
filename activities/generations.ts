import {
  completeGeneration,
  failGeneration,
  type AdvanceDeps,
} from '../domain/generations/advance-generation.js';
import { cancelGeneration } from '../domain/generations/cancel-generation.js';
import { readFailureText } from '../domain/generations/failure-texts.js';
import { recordTimeline } from '../domain/generations/record-progress.js';
import type { GenerationError, TimelineEntry } from '../domain/catalogue/stages.js';
import type {
  AnswerClaim,
  CancelOutcome,
  FailedStep,
  GenerationOutcome,
  NewTimelineEntry,
} from '../domain/catalogue/runs.js';

interface OfGeneration {
  readonly generationId: string;
}

export interface StateDeps extends AdvanceDeps {
  readonly temporal: { cancelRun(workflowId: string): Promise<void> };
}

/** Short steps of the orchestrator: workflows/state-step.ts says how most of them are run. */
export function createStateActivities(deps: StateDeps) {
  return {
    async recordTimeline(
      input: OfGeneration & { entry: TimelineEntry; failed?: FailedStep },
    ): Promise<void> {
      await recordTimeline(deps.db, input.generationId, input.entry, input.failed);
    },

    async completeGeneration(input: OfGeneration): Promise<void> {
      await completeGeneration(deps, input.generationId);
    },

    /** @returns how it has ended, which is otherwise when an earlier step ended it */
    async failGeneration(
      input: OfGeneration & {
        error: GenerationError;
        entry: NewTimelineEntry;
        failed?: FailedStep;
      },
    ): Promise<GenerationOutcome> {
      const { generationId, error, entry, failed } = input;
      const message = await readFailureText(deps.db.manager, generationId, entry.message, failed);
      return (await failGeneration(deps, generationId, error, { ...entry, message })).outcome;
    },

    /** @param input with `closesRun` the run waits for a request to cancel it */
    async cancelGeneration(
      input: OfGeneration & { claim: AnswerClaim; closesRun?: boolean },
    ): Promise<CancelOutcome> {
      const { generationId, claim, closesRun } = input;
      const outcome = await cancelGeneration(deps, generationId, claim);
      if (outcome === 'cancelled' && closesRun) requestCancelOfRun(deps, generationId);
      return outcome;
    },
  };
}

/**
 * Temporal closes a run as Canceled only if somebody requested its cancel. Best effort, and nobody
 * waits for it here: the caller's answer must not come later for it.
 */
function requestCancelOfRun({ temporal, log }: StateDeps, workflowId: string): void {
  temporal.cancelRun(workflowId).catch((error: unknown) => {
    log.warn({ err: error, workflowId }, 'the run ends without the status Canceled');
  });
}

export type StateActivities = ReturnType<typeof createStateActivities>;
