import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import {
  isCancellation,
  proxyLocalActivities,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { StateActivities } from '../activities/state.js';
import type { ModelRoute } from '../domain/catalogue/image-model.js';
import type { Stage, TimelineEntry } from '../domain/catalogue/stages.js';
import { GenerationStopped, readFailure, type StepFailure } from './failures.js';
import type { GenerationJob, GenerationOutcome } from './names.js';
import { quickDb, RETRY_AFTER_MAX_MS, RETRY_DELAYS_MS, STORAGE_DELAYS_MS } from './policies.js';

const state = proxyLocalActivities<StateActivities>(quickDb);
const STAGE = defineSearchAttributeKey('Stage', SearchAttributeType.KEYWORD);
const OUTCOME = defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD);

/**
 * The stages of one generation: runs each under its rule for failures, and keeps clients (timeline)
 * and operators (search attributes, current details) informed.
 */
export class Stages {
  private readonly lines: string[] = [];
  private attempts = 0;

  constructor(
    private readonly job: GenerationJob,
    private current: Stage,
  ) {
    this.show();
  }

  /** A step that helps and is not needed: failing, the generation goes on without it. */
  async optional(stage: Stage, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (isCancellation(error)) throw error;
      const failure = readFailure(error);
      if (failure.kind === 'not_started') throw new GenerationStopped(stage, failure);
      await this.record(stage, 'continued_without_analysis', failure);
    }
  }

  /** A paid step: the same upstream again while that can help, then the next one of the model. */
  async firstRoute<T>(
    stage: Stage,
    step: (route: ModelRoute, attempt: number) => Promise<T>,
  ): Promise<T> {
    this.enter(stage);
    let last: StepFailure | null = null;
    for (const route of this.job.routes) {
      if (last) await this.record(stage, 'fallback', last);
      const tried = await this.tryRoute(stage, route, step);
      if ('done' in tried) return tried.done;
      last = tried.failure;
    }
    throw new GenerationStopped(stage, last ?? NO_ROUTE);
  }

  private async tryRoute<T>(
    stage: Stage,
    route: ModelRoute,
    step: (route: ModelRoute, attempt: number) => Promise<T>,
  ): Promise<{ done: T } | { failure: StepFailure }> {
    for (let retry = 0; ; retry += 1) {
      try {
        this.attempts += 1;
        return { done: await step(route, this.attempts) };
      } catch (error) {
        if (isCancellation(error)) throw error;
        const failure = readFailure(error);
        const delay = delayOf(failure, retry);
        if (delay === undefined && isFinal(failure)) throw new GenerationStopped(stage, failure);
        if (delay === undefined) return { failure };
        await this.record(stage, 'retried', failure);
        await sleep(delay, { summary: `${stage}: retry ${retry + 1} after ${failure.kind}` });
      }
    }
  }

  /** A step of our own infrastructure: tried again for half a minute, then the generation stops. */
  async retried<T>(stage: Stage, step: () => Promise<T>): Promise<T> {
    this.enter(stage);
    for (let retry = 0; ; retry += 1) {
      try {
        return await step();
      } catch (error) {
        if (isCancellation(error)) throw error;
        const failure = readFailure(error);
        const delay = failure.kind === 'storage' ? STORAGE_DELAYS_MS[retry] : undefined;
        if (delay === undefined) throw new GenerationStopped(stage, failure);
        await this.record(stage, 'retried', failure);
        await sleep(delay, { summary: `${stage}: retry ${retry + 1}` });
      }
    }
  }

  /** The last word for operators, one event. */
  finish(outcome: GenerationOutcome): void {
    upsertSearchAttributes([{ key: OUTCOME, value: outcome }]);
    this.lines.push(`**${outcome}**`);
    this.show();
  }

  private enter(stage: Stage): void {
    if (stage !== this.current) upsertSearchAttributes([{ key: STAGE, value: stage }]);
    this.current = stage;
    this.show();
  }

  private async record(
    stage: Stage,
    resolution: TimelineEntry['resolution'],
    failure: StepFailure,
  ): Promise<void> {
    const { kind, status } = failure;
    const where = kind === 'storage' ? 'storage' : stage;
    const message = `${failure.message} ${NEXT[resolution]}`;
    this.lines.push(`- ${where}: ${resolution} (${kind}${status ? ` ${status}` : ''})`);
    this.show();
    // The moment is the workflow's, so that a repeated write is known for what it is.
    const entry: TimelineEntry = { at: Date.now(), stage: where, resolution, status, message };
    await state.recordTimeline({ generationId: this.job.generationId, entry });
  }

  private show(): void {
    setCurrentDetails([`stage: **${this.current}**`, ...this.lines].join('\n'));
  }
}

const NO_ROUTE: StepFailure = {
  kind: 'unavailable',
  message: 'No provider of this model is configured.',
  status: null,
  retryAfterMs: null,
};

/** What the timeline says happened next. */
const NEXT: Record<TimelineEntry['resolution'], string> = {
  continued_without_analysis: 'Continued without it.',
  retried: 'Tried again.',
  fallback: 'Continued with the next provider of the model.',
  stopped: 'Stopped.',
};

/** No other upstream would change the answer; another one is not paid for what our store cannot keep. */
function isFinal(failure: StepFailure): boolean {
  return ['content_blocked', 'not_started', 'storage', 'unknown'].includes(failure.kind);
}

/** Milliseconds until the next try, or undefined when the same upstream gets no other. */
function delayOf(failure: StepFailure, retry: number): number | undefined {
  if (failure.kind === 'storage') return STORAGE_DELAYS_MS[retry];
  if (isFinal(failure)) return undefined;
  const delays: readonly number[] = RETRY_DELAYS_MS[failure.kind as keyof typeof RETRY_DELAYS_MS];
  const delay = delays[retry];
  if (delay === undefined) return undefined;
  return Math.max(delay, Math.min(failure.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}
