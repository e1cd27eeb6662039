import { InvalidArgumentError, type JSONValue } from '@ai-sdk/provider';
import type { Generation } from '../endpoints.js';
import type { CompletedGeneration } from '../generations.js';

/**
 * Reads a stored reference.
 * @throws {InvalidArgumentError} if this provider did not create it
 */
export function readOperation(operation: JSONValue): readonly string[] {
  const { generationIds: ids } = (operation ?? {}) as { readonly generationIds?: unknown };
  if (Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === 'string')) return ids;
  throw new InvalidArgumentError({
    argument: 'operation',
    message: 'It is not an operation of this provider. Pass what experimental_startVideo returned.',
  });
}

export const isCompleted = (generation: Generation): generation is CompletedGeneration =>
  generation.status === 'completed';

/** Explains why a generation does not have a file. */
export function describeFailure({ id, status, error, refunded_credits }: Generation): string {
  const reason = error ? `${error.code}: ${error.message}` : status;
  return `${reason} ${id}, ${refunded_credits} credits refunded.`;
}
