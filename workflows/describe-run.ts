import type { FailedStep } from '../domain/catalogue/runs.js';
import type { Stage } from '../domain/catalogue/stages.js';
import type { StepFailure } from './failures.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Formats a wait in the unit that people would use: seconds up to 45, minutes up to 90, then hours.
 */
export function describeWait(ms: number): string {
  if (ms <= 45 * SECOND_MS) return `${Math.round(ms / SECOND_MS)} s`;
  if (ms <= 90 * MINUTE_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  return `${Math.round(ms / HOUR_MS)} h`;
}

const describeFailure = ({ kind, status }: StepFailure): string =>
  status ? `${kind} ${status}` : kind;

/** Describes a failure and its consequence in one line, for the run's details. */
export const describeLine = (stage: Stage, resolution: string, failure: StepFailure): string =>
  `- ${stage}: ${resolution} (${describeFailure(failure)})`;

/** Describes why a run waits, for the timer's summary. */
export function describeRetry(
  stage: Stage,
  retry: number,
  failure: StepFailure,
  delayMs: number,
): string {
  const after = `after ${describeFailure(failure)}`;
  return `${stage}: retry ${retry + 1} ${after}, in ${describeWait(delayMs)}`;
}

/** Names the step whose upstream message the timeline shows. */
export const nameStep = ({ step }: StepFailure, next: string): { failed?: FailedStep } =>
  step === undefined ? {} : { failed: { step, next } };
