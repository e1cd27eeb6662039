import { Context } from '@temporalio/activity';
import type { DataSource } from 'typeorm';
import { recordFailureText } from '../domain/generations/failure-texts.js';
import { ProviderFailure } from '../domain/ports/provider.js';

/**
 * Runs a step of a generation. When an upstream fails it, its words go to the row, where the
 * timeline finds them: the failure that enters the history has only its kind and status.
 */
export async function keepWords<T>(
  { db }: { readonly db: DataSource },
  { generationId }: { readonly generationId: string },
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ProviderFailure && error.message) {
      const { activityId } = Context.current().info;
      // Without them the timeline has our own words for the kind of failure.
      await recordFailureText(db, generationId, activityId, error.message).catch(() => undefined);
    }
    throw error;
  }
}
