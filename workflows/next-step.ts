import { FAILURES } from '../domain/catalogue/failure-retries.js';
import type { TimelineEntry } from '../domain/catalogue/stages.js';
import type { StepFailure } from './failures.js';

/** The failure reported if no provider is configured for a model. */
export const NO_ROUTE: StepFailure = {
  kind: 'unavailable',
  message: 'No provider of this model is configured.',
  status: null,
  retryAfterMs: null,
};

/** The failure reported if the store could not save a result during its generation step. */
export const STORE_FAILED: StepFailure = {
  kind: 'storage',
  message: 'The object store did not answer.',
  status: null,
  retryAfterMs: null,
};

/** A failure's consequence, as the timeline shows it. */
export const NEXT: Record<TimelineEntry['resolution'], string> = {
  continued_without_analysis: 'Continued without it.',
  retried: 'Tried again.',
  fallback: 'Continued with the next provider of the model.',
  stopped: 'Stopped.',
};

/** The upstream can postpone a retry with Retry-After, but not beyond this limit. */
export const RETRY_AFTER_MAX_MS = 60_000;

/**
 * Returns whether no other upstream is tried: it would respond in the same way, or the current one
 * is already paid.
 */
export function isFinal({ kind }: StepFailure): boolean {
  return FAILURES[kind].after === 'stop';
}

/**
 * Returns whether the result exists and is paid: the same attempt then fetches it again, without a
 * new order.
 */
export function isMade({ kind }: StepFailure): boolean {
  return FAILURES[kind].stage === 'storage';
}

/**
 * Returns milliseconds until the next try, or undefined if the same upstream is not tried again.
 */
export function findDelay({ kind, retryAfterMs }: StepFailure, retry: number): number | undefined {
  const delay = FAILURES[kind].waitsMs[retry];
  if (delay === undefined) return undefined;
  return Math.max(delay, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}
