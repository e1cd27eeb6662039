import { Context } from '@temporalio/activity';
import type { DataSource } from 'typeorm';
import { FAILURES } from '../domain/catalogue/failure-retries.js';
import type { Stage } from '../domain/catalogue/stages.js';
import { recordFailureText } from '../domain/generations/failure-texts.js';
import { ProviderFailure } from '../domain/ports/provider.js';

/** Identifies the attempt that a step belongs to. */
export interface StepAttempt {
  readonly generationId: string;
  readonly stage: Stage;
  /** Set if the step may have an order. */
  readonly attempt?: number;
}

/**
 * Runs a step of a generation. If an upstream fails it, the upstream's message is stored in the row
 * for the timeline: the failure in the history has only its kind and status.
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
      // Without the stored text, the timeline has our own message for the kind of failure.
      await recordFailureText(db, generationId, failed).catch(() => undefined);
    }
    throw error;
  }
}
