import {
  completeGeneration,
  failGeneration,
  type AdvanceDeps,
} from '../domain/generations/advance-generation.js';
import { cancelGeneration, cancelOverdue } from '../domain/generations/cancel-generation.js';
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

interface GenerationRef {
  readonly generationId: string;
}

/**
 * Creates the orchestrator's short steps; workflows/state-step.ts describes how most of them run.
 */
export function createStateActivities(deps: AdvanceDeps) {
  return {
    async recordTimeline(
      input: GenerationRef & { entry: TimelineEntry; failed?: FailedStep },
    ): Promise<void> {
      await recordTimeline(deps.db, input.generationId, input.entry, input.failed);
    },

    async completeGeneration(input: GenerationRef): Promise<void> {
      await completeGeneration(deps, input.generationId);
    },

    /** @returns the outcome, which differs if an earlier step has already ended the generation */
    async failGeneration(
      input: GenerationRef & {
        error: GenerationError;
        entry: NewTimelineEntry;
        failed?: FailedStep;
      },
    ): Promise<GenerationOutcome> {
      const { generationId, error, entry, failed } = input;
      const message = await readFailureText(deps.db.manager, generationId, entry.message, failed);
      return (await failGeneration(deps, generationId, error, { ...entry, message })).outcome;
    },

    async cancelGeneration(input: GenerationRef & { claim: AnswerClaim }): Promise<CancelOutcome> {
      return cancelGeneration(deps, input.generationId, input.claim);
    },

    /** @param input contains the latest start time of the generation */
    async cancelOverdue(input: GenerationRef & { cancelAt: number }): Promise<CancelOutcome> {
      return cancelOverdue(deps, input.generationId, input.cancelAt);
    },
  };
}

export type StateActivities = ReturnType<typeof createStateActivities>;
