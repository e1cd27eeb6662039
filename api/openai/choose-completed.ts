import type { GenerationBody } from '../../domain/contract/generation.js';
import type { WorkBody } from '../../domain/contract/work.js';
import { Refusal } from '../../domain/contract/refusal.js';

export type Completed = GenerationBody & { readonly result: NonNullable<GenerationBody['result']> };

const isCompleted = (one: GenerationBody): one is Completed => one.result !== null;

/**
 * Returns the generations that have a file. Each failed generation was refunded separately.
 * @throws {Refusal} the first generation's failure if all have failed
 */
export function chooseCompleted(all: readonly GenerationBody[]): [Completed, ...Completed[]] {
  const [first, ...others] = all.filter(isCompleted);
  if (first) return [first, ...others];
  throw refuseFailed(all[0]);
}

/**
 * Creates a refusal that stops clients from retrying, because a retry would get the same failure.
 */
export function refuseFailed(generation: Pick<WorkBody, 'id' | 'error'> | undefined): Refusal {
  const { code, message } = generation?.error ?? { code: 'UNKNOWN', message: 'It failed.' };
  const text = `${generation?.id}: ${message} The credits were returned.`;
  const headers = { 'x-should-retry': 'false' };
  if (code === 'CONTENT_BLOCKED') return new Refusal(code, { message: text, headers });
  const details = { openai_code: code.toLowerCase() };
  if (code === 'VALIDATION_ERROR' || code === 'CANCELLED') {
    return new Refusal('VALIDATION_ERROR', { message: text, details, headers });
  }
  return new Refusal('UNAVAILABLE', { status: 502, message: text, details, headers });
}
