import type { FailedStep } from '../domain/catalogue/runs.js';
import type { Stage } from '../domain/catalogue/stages.js';
import { describeWait } from './describe-wait.js';
import type { StepFailure } from './failures.js';

const describeFailure = ({ kind, status }: StepFailure): string =>
  status ? `${kind} ${status}` : kind;

/** A failure and what followed, as a line of the details of the run. */
export const describeLine = (stage: Stage, resolution: string, failure: StepFailure): string =>
  `- ${stage}: ${resolution} (${describeFailure(failure)})`;

/** What a wait is for, as its summary. */
export function describeRetry(
  stage: Stage,
  retry: number,
  failure: StepFailure,
  delayMs: number,
): string {
  const after = `after ${describeFailure(failure)}`;
  return `${stage}: retry ${retry + 1} ${after}, in ${describeWait(delayMs)}`;
}

/** The step whose words the timeline is to show. */
export const nameStep = ({ step }: StepFailure, next: string): { failed?: FailedStep } =>
  step === undefined ? {} : { failed: { step, next } };
