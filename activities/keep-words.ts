import { Context } from '@temporalio/activity';
import type { DataSource } from 'typeorm';
import { FAILURES } from '../domain/catalogue/failure-retries.js';
import type { Stage } from '../domain/catalogue/stages.js';
import { recordFailureText } from '../domain/generations/failure-texts.js';
import { ProviderFailure } from '../domain/ports/provider.js';

/** Identifies a step's attempt. */
export interface StepAttempt {
  readonly generationId: string;
  readonly stage: Stage;
  /** Number of the attempt; set if the step may have placed an order. */
  readonly attempt?: number;
}

/**
 * Runs a generation step. If an upstream fails the step, the upstream's message is stored in the
 * row for the timeline, because the failure in the history has only a kind and a status.
 */
export async function keepWords<T>(
  { db }: { readonly db: DataSource },
  { generationId, stage, attempt }: StepAttempt,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ProviderFailure) {
      const { code: outcome } = FAILURES[error.kind];
      const ends = { stage, ...(attempt !== undefined && { attempt }), outcome };
      const { activityId } = Context.current().info;
      const { message: text, forOperators } = error;
      const failed = { step: activityId, text, forOperators, ends };
      // If the text cannot be stored, the timeline shows our own message for the kind of failure.
      await recordFailureText(db, generationId, failed).catch(() => undefined);
    }
    throw error;
  }
}
