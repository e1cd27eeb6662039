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
import { describeWait } from './describe-wait.js';
import { runPostStep } from './post-step.js';
import type { publishPost } from './publish-post.js';

const cancelUpdate = defineUpdate<PostChange, [CancelRequest]>(UPDATES.cancel);
const moveUpdate = defineUpdate<PostChange, [MoveRequest]>(UPDATES.move);

/** `NotWaiting`: refused without a trace in the history. */
export const NOT_WAITING = 'NotWaiting';

/**
 * Whether the next wait belongs into a new run: Temporal refuses more than 2,000 updates of one,
 * and a post can be changed more often than that.
 */
const isLong = (): boolean =>
  workflowInfo().continueAsNewSuggested && patched('continue-when-long');

/**
 * The time until a post is due, in which it can be moved and cancelled. The rows decide when a
 * request and the time meet; the run only hears of it.
 */
export class DueTime {
  private dueAt: number;
  private fired = false;
  private cancelled = false;
  /** Counts what may have changed the time, so that a wait looks again. */
  private changes = 0;

  constructor(private readonly job: PostJob) {
    this.dueAt = job.dueAt;
  }

  /** To be called before the first wait of the run. */
  listen(): void {
    setHandler(cancelUpdate, (request) => this.cancel(request), {
      validator: (_request) => this.refuseOnceFired(),
    });
    setHandler(moveUpdate, (request) => this.move(request), {
      validator: (_request) => this.refuseOnceFired(),
    });
  }

  /**
   * @returns whether it is to be made now; false when it was cancelled
   * @throws {ContinueAsNew} when changes have made the history long: the next run waits on
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

  /** The row knows of a later time. */
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
