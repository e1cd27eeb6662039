import type { FailedStep } from '../domain/catalogue/runs.js';
import type { Stage } from '../domain/catalogue/stages.js';
import { describeWait } from './describe-wait.js';
import type { StepFailure } from './failures.js';

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
