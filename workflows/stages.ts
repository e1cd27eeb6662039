import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { setCurrentDetails, sleep, upsertSearchAttributes } from '@temporalio/workflow';
import type { ModelSource } from '../domain/catalogue/model-source.js';
import type { Stage, TimelineEntry } from '../domain/catalogue/stages.js';
import { GenerationStopped, readFailure, type StepFailure } from './failures.js';
import type { GenerationJob } from '../domain/catalogue/runs.js';
import { describeLine, describeRetry, nameStep } from './describe-run.js';
import { reportEnding, isCancelledHere, type RunEnding } from './ending.js';
import { findDelay, isFinal, isMade, NEXT, NO_ROUTE } from './next-step.js';
import { runStateStep } from './state-step.js';
import { QueueTurn } from './queue-turn.js';

const STAGE = defineSearchAttributeKey('Stage', SearchAttributeType.KEYWORD);

/**
 * One generation's stages. Runs each stage with its rule for failures, and informs clients
 * (timeline) and operators (search attributes, current details).
 */
export class Stages {
  /** The priority of the generation's steps in the queues. */
  readonly turn = new QueueTurn();
  private readonly lines: string[] = [];
  /** Number of the current or next attempt, counted over all stages and model sources. */
  private attempts = 1;
  /** The stage in the run's search attribute. */
  private reported: Stage;

  constructor(
    private readonly job: GenerationJob,
    private current: Stage,
  ) {
    this.reported = current;
    this.show();
  }

  /** Tries an optional step; if it fails, the generation continues without it. */
  async tryOptional(stage: Stage, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (isCancelledHere(error)) throw error;
      const failure = readFailure(error);
      if (failure.kind === 'not_started') throw new GenerationStopped(stage, failure);
      await this.record(stage, 'continued_without_analysis', failure);
    }
  }

  /** Tries an optional step's alternatives in order; if all fail, the generation continues. */
  async tryEach(
    stage: Stage,
    names: readonly string[],
    step: (name: string) => Promise<void>,
  ): Promise<void> {
    for (const name of names) {
      try {
        return await step(name);
      } catch (error) {
        if (isCancelledHere(error)) throw error;
        const failure = readFailure(error);
        if (failure.kind === 'not_started') throw new GenerationStopped(stage, failure);
        await this.record(stage, 'fallback', failure, 'Continued with the next way to write it.');
      }
    }
  }

  /**
   * Runs a paid step: retries the same source while a retry can help, then tries the next source.
   */
  async trySources<T>(
    stage: Stage,
    routes: readonly ModelSource[],
    step: (route: ModelSource, attempt: number) => Promise<T>,
  ): Promise<T> {
    this.enter(stage);
    let last: StepFailure | null = null;
    for (const route of routes) {
      if (last) await this.record(stage, 'fallback', last);
      const tried = await this.trySource(stage, route, step);
      if ('done' in tried) return tried.done;
      last = tried.failure;
    }
    throw new GenerationStopped(stage, last ?? NO_ROUTE);
  }

  private async trySource<T>(
    stage: Stage,
    route: ModelSource,
    step: (route: ModelSource, attempt: number) => Promise<T>,
  ): Promise<{ done: T } | { failure: StepFailure }> {
    for (let retry = 0; ; retry += 1) {
      try {
        const done = await step(route, this.attempts);
        this.attempts += 1;
        return { done };
      } catch (error) {
        if (isCancelledHere(error)) throw error;
        const failure = readFailure(error);
        if (!isMade(failure)) this.attempts += 1;
        const delay = findDelay(failure, retry);
        if (delay === undefined && isFinal(failure)) throw new GenerationStopped(stage, failure);
        if (delay === undefined) return { failure };
        await this.record(stage, 'retried', failure);
        await sleep(delay, { summary: describeRetry(stage, retry, failure, delay) });
      }
    }
  }

  /**
   * Retries a step in our own infrastructure for half a minute; then the generation stops.
   * @param earlier the failure of a first try in another step; null if there was none
   */
  async retry<T>(
    stage: Stage,
    step: () => Promise<T>,
    earlier: StepFailure | null = null,
  ): Promise<T> {
    this.enter(stage);
    if (earlier) await this.waitToRetry(stage, 0, earlier);
    for (let retry = earlier ? 1 : 0; ; retry += 1) {
      try {
        return await step();
      } catch (error) {
        if (isCancelledHere(error)) throw error;
        await this.waitToRetry(stage, retry, readFailure(error));
      }
    }
  }

  private async waitToRetry(stage: Stage, retry: number, failure: StepFailure): Promise<void> {
    const delay = failure.kind === 'storage' ? findDelay(failure, retry) : undefined;
    if (delay === undefined) throw new GenerationStopped(stage, failure);
    await this.record(stage, 'retried', failure);
    await sleep(delay, { summary: describeRetry(stage, retry, failure, delay) });
  }

  /**
   * Shows a stage that another stage's step has completed; the search attribute is set with the
   * outcome.
   */
  showPassed(stage: Stage): void {
    this.current = stage;
    this.show();
  }

  /** Reports the outcome and the last stage to operators, in one event. */
  finish(ending: RunEnding): void {
    reportEnding(
      ending,
      this.current === this.reported ? [] : [{ key: STAGE, value: this.current }],
    );
    this.lines.push(`**${ending.outcome}**`);
    this.show();
  }

  /** Shows operators where and why the generation stopped. */
  showStop({ stage, failure }: GenerationStopped): void {
    this.lines.push(describeLine(stage, 'stopped', failure));
    this.show();
  }

  /** Stops the generation because of a failure that no stage handles. */
  stopHere(failure: StepFailure): GenerationStopped {
    return new GenerationStopped(this.current, failure);
  }

  private enter(stage: Stage): void {
    if (stage !== this.reported) upsertSearchAttributes([{ key: STAGE, value: stage }]);
    this.reported = stage;
    this.current = stage;
    this.show();
  }

  private async record(
    stage: Stage,
    resolution: TimelineEntry['resolution'],
    failure: StepFailure,
    next = NEXT[resolution],
  ): Promise<void> {
    const { status } = failure;
    const where = isMade(failure) ? 'storage' : stage;
    const message = `${failure.message} ${next}`;
    this.lines.push(describeLine(where, resolution, failure));
    this.show();
    // The workflow's clock is the same in every replay, so that a repeated write is recognised.
    const entry: TimelineEntry = { at: Date.now(), stage: where, resolution, status, message };
    const { generationId } = this.job;
    await runStateStep(`${where}: ${resolution}`, (state) =>
      state.recordTimeline({ generationId, entry, ...nameStep(failure, next) }),
    );
  }

  private show(): void {
    setCurrentDetails([`stage: **${this.current}**`, ...this.lines].join('\n'));
  }
}
