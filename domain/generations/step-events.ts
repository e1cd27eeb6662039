import type { GenerationStatus } from '../catalogue/stages.js';
import {
  presentStep,
  type GenerationStepBody,
  type StepView,
} from '../contract/generation-step.js';
import { refuseInvalid } from '../contract/refusal.js';

/** The start or the end of a recorded step. */
export interface StepEvent {
  /** Begins with the time of the event, and stays the same in every replay. */
  readonly id: string;
  readonly at: number;
  readonly data: GenerationStepBody;
}

/**
 * Lists the starts and ends of a generation's steps in order, from the recorded steps. The attempts
 * of webhooks are not part of the generation.
 */
export function listStepEvents(steps: readonly StepView[], forOperator: boolean): StepEvent[] {
  return steps
    .filter(({ stage }) => stage !== 'webhook')
    .flatMap((step) => {
      const { stage, attempt, startedAt, endedAt } = step;
      const open = { ...step, endedAt: null, outcome: null, upstreamId: null, costUsd: null };
      const event = (phase: string, at: Date, shown: StepView) => ({
        id: `${at.getTime()}.${stage}.${attempt}.${phase}`,
        at: at.getTime(),
        since: startedAt.getTime(),
        data: presentStep(shown, forOperator),
      });
      const started = event('started', startedAt, open);
      return endedAt ? [started, event('ended', endedAt, step)] : [started];
    })
    .toSorted((one, other) => one.at - other.at || one.since - other.since);
}

/** Builds the id of the last event of a stream. */
export const toEndEventId = (completedAt: number, status: GenerationStatus): string =>
  `${completedAt}.${status}`;

const EVENT_ID = /^\d{1,16}\.[a-z_]+(?:\.\d{1,9}\.(?:started|ended))?$/;

/**
 * Selects the events after the last one that a client has received. If that event is no longer
 * recorded, because its attempt was repeated, the events since its time are sent.
 * @throws {Refusal} VALIDATION_ERROR if the id does not belong to a stream
 */
export function skipReceived<T extends Pick<StepEvent, 'id' | 'at'>>(
  events: readonly T[],
  lastId: string | null,
): readonly T[] {
  if (lastId === null) return events;
  if (!EVENT_ID.test(lastId)) {
    const message = 'is not the id of an event of this stream; leave it out to start over';
    throw refuseInvalid([{ path: 'header.Last-Event-ID', message }]);
  }
  const last = events.findIndex(({ id }) => id === lastId);
  if (last >= 0) return events.slice(last + 1);
  return events.filter(({ at }) => at >= Number.parseInt(lastId, 10));
}
