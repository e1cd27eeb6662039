import { Context } from '@temporalio/activity';
import type {
  CommitStep,
  DraftStep,
  FollowJob,
  PollStep,
  PrepareStep,
  PublicationRef,
} from '../domain/catalogue/publish-steps.js';
import {
  commitPublication,
  type CommitAttempt,
} from '../domain/social/publish/commit-publication.js';
import type { PublishDeps } from '../domain/social/publish/deps.js';
import {
  draftPublication,
  preparePublication,
} from '../domain/social/publish/draft-publication.js';
import { followPublication } from '../domain/social/publish/follow-publication.js';
import { pollPublication } from '../domain/social/publish/poll-publication.js';
import { keepAlive, type StepContext } from './keep-alive.js';
import { refuseAfterLosses } from './lost-workers.js';
import { answerRefusals, buildStepTimeout } from './social-failures.js';

const BEAT_MS = 3_000;

export type PublishCallDeps = PublishDeps;

/** Creates the post steps that create files or call a platform. */
export function createPublishActivities(deps: PublishCallDeps) {
  /** Runs a step that may be retried, and that ends when its worker stops. */
  const call = <T>(step: (run: StepContext) => Promise<T>) =>
    keepAlive((run) => answerRefusals(deps, () => step(run), run.signal), buildStepTimeout);

  return {
    preparePublication: (ref: PublicationRef): Promise<PrepareStep> =>
      call(refuseAfterLosses(({ signal }) => preparePublication(deps, ref, signal))),

    draftPublication: (ref: PublicationRef): Promise<DraftStep> =>
      call(({ signal }) => draftPublication(deps, ref, signal)),

    lookAtPublication: (ref: PublicationRef): Promise<PollStep> =>
      call(({ signal }) => pollPublication(deps, ref, signal)),

    async followPublication(job: FollowJob): Promise<boolean> {
      const found = await call(({ signal }) => followPublication(deps, job, signal));
      return found === true;
    },

    /**
     * Temporal never retries this step, and nothing aborts it: not a stopping worker, a lost
     * heartbeat or an operator's pause. Heartbeats only show that the worker is alive.
     */
    async commitPublication(wanted: CommitAttempt): Promise<CommitStep> {
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
