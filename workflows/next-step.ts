import { FAILURES } from '../domain/catalogue/failure-retries.js';
import type { TimelineEntry } from '../domain/catalogue/stages.js';
import type { StepFailure } from './failures.js';

/** The failure of a model that nobody serves. */
export const NO_ROUTE: StepFailure = {
  kind: 'unavailable',
  message: 'No provider of this model is configured.',
  status: null,
  retryAfterMs: null,
};

/** What the timeline says happened next. */
export const NEXT: Record<TimelineEntry['resolution'], string> = {
  continued_without_analysis: 'Continued without it.',
  retried: 'Tried again.',
  fallback: 'Continued with the next provider of the model.',
  stopped: 'Stopped.',
};

/** A hint of the upstream (Retry-After) may postpone a try, up to this. */
export const RETRY_AFTER_MAX_MS = 60_000;

/** No other upstream would answer otherwise, or none is paid for what this one has made. */
export function isFinal({ kind }: StepFailure): boolean {
  return FAILURES[kind].after === 'stop';
}

/** It was made and is paid: the same attempt asks for it again, no other is made. */
export function isMade({ kind }: StepFailure): boolean {
  return FAILURES[kind].stage === 'storage';
}

/** Milliseconds until the next try, or undefined when the same upstream gets no other. */
export function findDelay({ kind, retryAfterMs }: StepFailure, retry: number): number | undefined {
  const delay = FAILURES[kind].waitsMs[retry];
  if (delay === undefined) return undefined;
  return Math.max(delay, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}
