import type { TimelineEntry } from '../domain/catalogue/stages.js';
import type { StepFailure } from './failures.js';
import { RETRY_AFTER_MAX_MS, RETRY_DELAYS_MS, STORAGE_DELAYS_MS } from './policies.js';

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

const FINAL: readonly StepFailure['kind'][] = [
  'content_blocked',
  'uncertain',
  'not_started',
  'storage',
  'unknown',
];

/** No other upstream would change the answer; another one is not paid for what our store cannot keep. */
export function isFinal(failure: StepFailure): boolean {
  return FINAL.includes(failure.kind);
}

/** Milliseconds until the next try, or undefined when the same upstream gets no other. */
export function delayOf(failure: StepFailure, retry: number): number | undefined {
  if (failure.kind === 'storage') return STORAGE_DELAYS_MS[retry];
  if (isFinal(failure)) return undefined;
  const delays: readonly number[] = RETRY_DELAYS_MS[failure.kind as keyof typeof RETRY_DELAYS_MS];
  const delay = delays[retry];
  if (delay === undefined) return undefined;
  return Math.max(delay, Math.min(failure.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}
