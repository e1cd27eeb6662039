import { Context } from '@temporalio/activity';
import type {
  CommitStep,
  DraftStep,
  FollowJob,
  LookStep,
  PrepareStep,
  PublicationRef,
} from '../domain/catalogue/publish-steps.js';
import { commitPublication, type Committing } from '../domain/social/publish/commit-publication.js';
import type { PublishDeps } from '../domain/social/publish/deps.js';
import {
  draftPublication,
  preparePublication,
} from '../domain/social/publish/draft-publication.js';
import { followPublication } from '../domain/social/publish/follow-publication.js';
import { lookAtPublication } from '../domain/social/publish/look-at-publication.js';
import { keepAlive, type Run } from './keep-alive.js';
import { refuseAfterLosses } from './lost-workers.js';
import { answerRefusals, stepIsLate } from './social-failures.js';

const BEAT_MS = 3_000;

export type PublishCallDeps = PublishDeps;

/** Steps of a post that create files or call a platform. */
export function createPublishActivities(deps: PublishCallDeps) {
  /** Runs a step that may be retried, and that ends when its worker stops. */
  const call = <T>(step: (run: Run) => Promise<T>) =>
    keepAlive((run) => answerRefusals(deps, () => step(run), run.signal), stepIsLate);

  return {
    preparePublication: (ref: PublicationRef): Promise<PrepareStep> =>
      call(refuseAfterLosses(({ signal }) => preparePublication(deps, ref, signal))),

    draftPublication: (ref: PublicationRef): Promise<DraftStep> =>
      call(({ signal }) => draftPublication(deps, ref, signal)),

    lookAtPublication: (ref: PublicationRef): Promise<LookStep> =>
      call(({ signal }) => lookAtPublication(deps, ref, signal)),

    async followPublication(job: FollowJob): Promise<boolean> {
      const found = await call(({ signal }) => followPublication(deps, job, signal));
      return found === true;
    },

    /**
     * Never retried by Temporal, and never aborted: not by a stopping worker, a lost heartbeat or
     * an operator's pause. Heartbeats only show that the worker is alive.
     */
    async commitPublication(wanted: Committing): Promise<CommitStep> {
      const context = Context.current();
      const beats = setInterval(() => context.heartbeat(), BEAT_MS);
      try {
        const step = await answerRefusals(deps, () => commitPublication(deps, wanted));
        return step.state === 'refused' && !('sent' in step) ? { ...step, sent: false } : step;
      } finally {
        clearInterval(beats);
      }
    },
  };
}

export type PublishActivities = ReturnType<typeof createPublishActivities>;
