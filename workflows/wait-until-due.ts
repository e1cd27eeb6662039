import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  continueAsNew,
  defineUpdate,
  patched,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { UPDATES } from '../domain/catalogue/queues.js';
import type { CancelRequest, MoveRequest, PostChange, PostJob } from '../domain/catalogue/runs.js';
import { describeWait } from './describe-run.js';
import { runPostStep } from './post-step.js';
import type { publishPost } from './publish-post.js';

const cancelUpdate = defineUpdate<PostChange, [CancelRequest]>(UPDATES.cancel);
const moveUpdate = defineUpdate<PostChange, [MoveRequest]>(UPDATES.move);

/** `NotWaiting`: the request is refused without an event in the history. */
export const NOT_WAITING = 'NotWaiting';

/**
 * Returns whether the next wait must be in a new run: Temporal allows at most 2,000 updates per
 * run, and a post can be changed more often.
 */
const isLong = (): boolean =>
  workflowInfo().continueAsNewSuggested && patched('continue-when-long');

/**
 * The wait until a post is due; in the meantime the post can be rescheduled and cancelled. If a
 * request arrives at the due time, the rows decide the order; the run is only notified.
 */
export class DueTime {
  private dueAt: number;
  private fired = false;
  private cancelled = false;
  /** Incremented when the time may have changed, so that a wait checks again. */
  private changes = 0;

  constructor(private readonly job: PostJob) {
    this.dueAt = job.dueAt;
  }

  /** Must be called before the run's first wait. */
  listen(): void {
    setHandler(cancelUpdate, (request) => this.cancel(request), {
      validator: (_request) => this.refuseOnceFired(),
    });
    setHandler(moveUpdate, (request) => this.move(request), {
      validator: (_request) => this.refuseOnceFired(),
    });
  }

  /**
   * @returns whether to publish now; false if the post was cancelled
   * @throws {ContinueAsNew} if changes have made the history long: the next run continues the wait
   */
  async wait(): Promise<boolean> {
    this.fired = false;
    for (;;) {
      const waitMs = this.dueAt - Date.now();
      if (this.cancelled || waitMs <= 0) break;
      if (isLong()) {
        await condition(allHandlersFinished);
        if (this.cancelled) break;
        await continueAsNew<typeof publishPost>({ ...this.job, dueAt: this.dueAt });
      }
      const seen = this.changes;
      const summary = `until it is due, in ${describeWait(waitMs)}`;
      await condition(() => this.changes > seen, waitMs, { summary });
    }
    this.fired = true;
    return !this.cancelled;
  }

  /** Changes the due time, because the row contains a later time. */
  moveTo(dueAt: number): void {
    this.dueAt = dueAt;
    this.changes += 1;
  }

  private refuseOnceFired(): void {
    if (!this.fired) return;
    throw ApplicationFailure.nonRetryable('The post does not wait any more.', NOT_WAITING);
  }

  private async cancel({ claim }: CancelRequest): Promise<PostChange> {
    const { postId } = this.job;
    const change = await runPostStep('cancel before its time', (post) =>
      post.cancelPost({ postId, claim }),
    );
    if (change === 'changed') {
      this.cancelled = true;
      this.changes += 1;
    }
    return change;
  }

  private async move(request: MoveRequest): Promise<PostChange> {
    const { postId } = this.job;
    const change = await runPostStep('move to another time', (post) =>
      post.movePost({ postId, ...request }),
    );
    if (change === 'changed' && request.dueAt !== null) this.moveTo(request.dueAt);
    return change;
  }
}
