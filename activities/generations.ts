import {
  cancelGeneration,
  completeGeneration,
  failGeneration,
  type AdvanceDeps,
} from '../domain/generations/advance-generation.js';
import { recordTimeline } from '../domain/generations/record-progress.js';
import type { GenerationError, TimelineEntry } from '../domain/catalogue/stages.js';
import type { AnswerClaim, CancelOutcome, NewTimelineEntry } from '../domain/catalogue/runs.js';

interface OfGeneration {
  readonly generationId: string;
}

/** Short database steps, run as local activities inside the workflow task. */
export function createStateActivities(deps: AdvanceDeps) {
  return {
    async recordTimeline(input: OfGeneration & { entry: TimelineEntry }): Promise<void> {
      await recordTimeline(deps.db, input.generationId, input.entry);
    },

    async completeGeneration(input: OfGeneration): Promise<void> {
      await completeGeneration(deps, input.generationId);
    },

    async failGeneration(
      input: OfGeneration & { error: GenerationError; entry: NewTimelineEntry },
    ): Promise<void> {
      await failGeneration(deps, input.generationId, input.error, input.entry);
    },

    async cancelGeneration(input: OfGeneration & { claim: AnswerClaim }): Promise<CancelOutcome> {
      return cancelGeneration(deps, input.generationId, input.claim);
    },
  };
}

export type StateActivities = ReturnType<typeof createStateActivities>;
