import type { PostOutcome } from './runs.js';
import type { Platform } from './social-platforms.js';
import type { PlatformFailureKind, PostErrorCode } from './social-states.js';

/**
 * Messages between a post's workflow and its steps: ids, states and codes. Texts, addresses, tokens
 * and platform responses stay in the database.
 */

/** A post on one platform. */
export interface PublicationRef {
  readonly postId: string;
  readonly platform: Platform;
}

/** A platform's failure, with the data of `PlatformFailure`. */
export interface StepRefusal {
  readonly state: 'refused';
  readonly kind: PlatformFailureKind;
  readonly code: PostErrorCode;
  readonly platformCode: string;
  /** Earliest time of a retry, in Unix milliseconds. */
  readonly until: number | null;
}

/** Result for a publication that has already ended: nothing is left to do. */
export interface PublicationOver {
  readonly state: 'over';
}

interface WaitingState<State extends string> {
  readonly state: State;
  readonly waitMs: number;
}

export type PrepareStep = { readonly state: 'prepared' } | StepRefusal | PublicationOver;
export type DraftStep =
  | { readonly state: 'ready' }
  | WaitingState<'waiting'>
  | StepRefusal
  | PublicationOver;
/** `busy`: another post is being published to the same account. */
export type ArmStep =
  | { readonly state: 'armed' }
  | WaitingState<'busy'>
  | StepRefusal
  | PublicationOver;

/**
 * `not_sent`: it is certain that no worker started the commit since the publication was armed.
 * `draftAgain`: the platform would refuse the same draft again.
 */
export type PollStep =
  | { readonly state: 'published'; readonly hasUrl: boolean }
  | WaitingState<'pending'>
  | { readonly state: 'not_published'; readonly draftAgain?: true }
  | { readonly state: 'not_sent' }
  | StepRefusal
  | PublicationOver;
/**
 * After a refusal it is certain that nothing was published. `sent`: whether the request was sent.
 */
export type CommitStep =
  | Exclude<PollStep, StepRefusal>
  | { readonly state: 'unknown' }
  | (StepRefusal & { readonly sent: boolean });

/** A publication's state when a workflow continues it. */
export interface BegunPublication {
  readonly platform: Platform;
  readonly state: 'preparing' | 'armed' | 'over';
  readonly attemptNo: number;
}

/** Result of a post that has ended. */
export interface PostEnd {
  readonly outcome: PostOutcome;
  /** Error code if the post failed on all platforms: the first platform's code. */
  readonly code: PostErrorCode | null;
  readonly refunded: number;
  /** Platforms that still need polling. */
  readonly follow?: readonly { readonly platform: Platform; readonly what: FollowTarget }[];
}

/**
 * `url`: the post is published, but its address is unknown. `outcome`: it is unknown whether the
 * post is published.
 */
export type FollowTarget = 'url' | 'outcome';

/** Input of the workflow that polls after a post has ended. */
export interface FollowJob extends PublicationRef {
  readonly what: FollowTarget;
}

export type ClaimStep =
  | { readonly state: 'fired'; readonly publications: readonly BegunPublication[] }
  /** The post was rescheduled before the workflow received the change. */
  | { readonly state: 'not_due'; readonly dueAt: number }
  | { readonly state: 'over'; readonly end: PostEnd };
