import { Context } from '@temporalio/activity';
import type { DataSource } from 'typeorm';
import { FAILURES } from '../domain/catalogue/failure-retries.js';
import type { Stage } from '../domain/catalogue/stages.js';
import { recordFailureText } from '../domain/generations/failure-texts.js';
import { ProviderFailure } from '../domain/ports/provider.js';

/** What a step is a try of. */
export interface Try {
  readonly generationId: string;
  readonly stage: Stage;
  /** Of a step that may have an order. */
  readonly attempt?: number;
}

/**
 * Runs a step of a generation. When an upstream fails it, its words go to the row, where the
 * timeline finds them: the failure that enters the history has only its kind and status.
 */
export async function keepWords<T>(
  { db }: { readonly db: DataSource },
  { generationId, stage, attempt }: Try,
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
      // Without them the timeline has our own words for the kind of failure.
      await recordFailureText(db, generationId, failed).catch(() => undefined);
    }
    throw error;
  }
}
