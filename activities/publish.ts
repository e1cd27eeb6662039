import type {
  ClaimStep,
  PostEnd,
  PublicationRef,
  ArmStep,
} from '../domain/catalogue/publish-steps.js';
import type { MoveRequest, PostChange, AnswerClaim } from '../domain/catalogue/runs.js';
import { cancelPost } from '../domain/social/posts/cancel-post.js';
import { movePost } from '../domain/social/posts/move-post.js';
import { armPublication, type Arming } from '../domain/social/publish/arm-publication.js';
import { claimPost, type PostClaim } from '../domain/social/publish/claim-post.js';
import { forgetDraft } from '../domain/social/publish/publication.js';
import {
  failPublication,
  type PublicationFailure,
} from '../domain/social/publish/record-published.js';
import { settlePost, type SettleDeps } from '../domain/social/publish/settle-post.js';
import { answerRefusals } from './social-failures.js';

interface PostRef {
  readonly postId: string;
}

/** Creates the short steps of a post's run, which change rows and make no external calls. */
export function createPostActivities(deps: SettleDeps) {
  return {
    claimPost: (input: PostClaim): Promise<ClaimStep> => claimPost(deps, input),

    armPublication: (input: Arming): Promise<ArmStep> =>
      answerRefusals(deps, () => armPublication(deps, input)),

    forgetDraft: (input: PublicationRef): Promise<void> => forgetDraft(deps.db.manager, input),

    failPublication: (input: PublicationFailure): Promise<void> => failPublication(deps, input),

    settlePost: ({ postId }: PostRef): Promise<PostEnd> => settlePost(deps, postId),

    movePost: ({ postId, ...request }: PostRef & MoveRequest): Promise<PostChange> =>
      movePost(deps, postId, request),

    /** @param input has no claim if an operator has cancelled the run */
    cancelPost: (input: PostRef & { claim: AnswerClaim | null }): Promise<PostChange> =>
      cancelPost(deps, input.postId, input.claim),
  };
}

export type PostActivities = ReturnType<typeof createPostActivities>;
