import type { PostOutcome } from './runs.js';
import type { Platform } from './social-platforms.js';
import type { PlatformFailureKind, PostErrorCode } from './social-states.js';

/**
 * Messages between the workflow of a post and its steps: ids, states and codes. Texts, addresses,
 * tokens and responses of platforms stay in the database.
 */

/** A post on one platform. */
export interface PublicationRef {
  readonly postId: string;
  readonly platform: Platform;
}

/** A failure of a platform, with the data of `PlatformFailure`. */
export interface StepRefusal {
  readonly state: 'refused';
  readonly kind: PlatformFailureKind;
  readonly code: PostErrorCode;
  readonly platformCode: string;
  /** Unix milliseconds. */
  readonly until: number | null;
}

/** The publication has already ended: nothing is left to do. */
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
 * `not_sent`: it is certain that no worker started the commit of this arming. `draftAgain`: the
 * platform would refuse the same draft again.
 */
export type PollStep =
  | { readonly state: 'published'; readonly hasUrl: boolean }
  | WaitingState<'pending'>
  | { readonly state: 'not_published'; readonly draftAgain?: true }
  | { readonly state: 'not_sent' }
  | StepRefusal
  | PublicationOver;
/** After a refusal it is certain that nothing was published. `sent`: whether the call was made. */
export type CommitStep =
  | Exclude<PollStep, StepRefusal>
  | { readonly state: 'unknown' }
  | (StepRefusal & { readonly sent: boolean });

/** The state from which a workflow continues with a platform. */
export interface BegunPublication {
  readonly platform: Platform;
  readonly state: 'preparing' | 'armed' | 'over';
  readonly attemptNo: number;
}

/** How a post ended. */
export interface PostEnd {
  readonly outcome: PostOutcome;
  /** Why it failed on all platforms: the code of the first one. */
  readonly code: PostErrorCode | null;
  readonly refunded: number;
  /** Platforms that need further polling. */
  readonly follow?: readonly { readonly platform: Platform; readonly what: FollowTarget }[];
}

/** `url`: published, but the address is unknown. `outcome`: unknown whether it is published. */
export type FollowTarget = 'url' | 'outcome';

/** Input of the workflow that polls after the end of a post. */
export interface FollowJob extends PublicationRef {
  readonly what: FollowTarget;
}

export type ClaimStep =
  | { readonly state: 'fired'; readonly publications: readonly BegunPublication[] }
  /** The post was moved, and the workflow did not know yet. */
  | { readonly state: 'not_due'; readonly dueAt: number }
  | { readonly state: 'over'; readonly end: PostEnd };
