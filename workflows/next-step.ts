import { FAILURES } from '../domain/catalogue/failure-retries.js';
import type { TimelineEntry } from '../domain/catalogue/stages.js';
import type { StepFailure } from './failures.js';

/** The failure of a model for which no provider is configured. */
export const NO_ROUTE: StepFailure = {
  kind: 'unavailable',
  message: 'No provider of this model is configured.',
  status: null,
  retryAfterMs: null,
};

/** The failure when the store could not save a result during its generation step. */
export const STORE_FAILED: StepFailure = {
  kind: 'storage',
  message: 'The object store did not answer.',
  status: null,
  retryAfterMs: null,
};

/** The consequence of a failure, as shown in the timeline. */
export const NEXT: Record<TimelineEntry['resolution'], string> = {
  continued_without_analysis: 'Continued without it.',
  retried: 'Tried again.',
  fallback: 'Continued with the next provider of the model.',
  stopped: 'Stopped.',
};

/** The upstream can postpone a retry with Retry-After, up to this limit. */
export const RETRY_AFTER_MAX_MS = 60_000;

/**
 * Whether no other upstream is tried: its answer would be the same, or this one is already paid.
 */
export function isFinal({ kind }: StepFailure): boolean {
  return FAILURES[kind].after === 'stop';
}

/**
 * Whether the result exists and is paid: then the same attempt fetches it again, without a new
 * order.
 */
export function isMade({ kind }: StepFailure): boolean {
  return FAILURES[kind].stage === 'storage';
}

/** Milliseconds until the next try, or undefined when the same upstream is not tried again. */
export function findDelay({ kind, retryAfterMs }: StepFailure, retry: number): number | undefined {
  const delay = FAILURES[kind].waitsMs[retry];
  if (delay === undefined) return undefined;
  return Math.max(delay, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}
