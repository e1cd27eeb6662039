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
  'undeliverable',
  'not_started',
  'storage',
  'unknown',
];

/** No other upstream would change the answer, or another one is not paid for what this one has made. */
export function isFinal(failure: StepFailure): boolean {
  return FINAL.includes(failure.kind);
}

/** It was made and is paid: the same attempt asks for it again, no other is made. */
export function isMade({ kind }: StepFailure): boolean {
  return kind === 'storage' || kind === 'undeliverable';
}

/** Milliseconds until the next try, or undefined when the same upstream gets no other. */
export function delayOf(failure: StepFailure, retry: number): number | undefined {
  if (failure.kind === 'storage') return STORAGE_DELAYS_MS[retry];
  if (isFinal(failure) && !isMade(failure)) return undefined;
  const delays: readonly number[] = RETRY_DELAYS_MS[failure.kind as keyof typeof RETRY_DELAYS_MS];
  const delay = delays[retry];
  if (delay === undefined) return undefined;
  return Math.max(delay, Math.min(failure.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}
