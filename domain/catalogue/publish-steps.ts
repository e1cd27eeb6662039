import type { PostOutcome } from './runs.js';
import type { Platform } from './social-platforms.js';
import type { PlatformFailureKind, PostErrorCode } from './social-states.js';

/**
 * What the run of a post and its steps tell each other: ids, states and codes. Texts, addresses,
 * tokens and answers of platforms stay in rows.
 */

/** A post on one platform. */
export interface PublicationRef {
  readonly postId: string;
  readonly platform: Platform;
}

/** A failure of a platform, as `PlatformFailure` has it. */
export interface StepRefusal {
  readonly state: 'refused';
  readonly kind: PlatformFailureKind;
  readonly code: PostErrorCode;
  readonly platformCode: string;
  /** Unix milliseconds. */
  readonly until: number | null;
}

/** The publication has ended meanwhile: nothing is left to do. */
export interface StepOver {
  readonly state: 'over';
}

interface Waiting<State extends string> {
  readonly state: State;
  readonly waitMs: number;
}

export type PrepareStep = { readonly state: 'prepared' } | StepRefusal | StepOver;
export type DraftStep = { readonly state: 'ready' } | Waiting<'waiting'> | StepRefusal | StepOver;
/** `busy`: another post is just being published to the same account. */
export type ArmStep = { readonly state: 'armed' } | Waiting<'busy'> | StepRefusal | StepOver;

/**
 * `not_sent`: certainly, no worker began the commit of this arming. `draftAgain`: the platform would
 * refuse the same draft again.
 */
export type LookStep =
  | { readonly state: 'published'; readonly hasUrl: boolean }
  | Waiting<'pending'>
  | { readonly state: 'not_published'; readonly draftAgain?: true }
  | { readonly state: 'not_sent' }
  | StepRefusal
  | StepOver;
/** A refusal is certain: nothing was published. `sent` says whether the call was made. */
export type CommitStep =
  | Exclude<LookStep, StepRefusal>
  | { readonly state: 'unknown' }
  | (StepRefusal & { readonly sent: boolean });

/** Where a run goes on with a platform. */
export interface BegunPublication {
  readonly platform: Platform;
  readonly state: 'preparing' | 'armed' | 'over';
  readonly attemptNo: number;
}

/** How a post ended. */
export interface PostEnd {
  readonly outcome: PostOutcome;
  /** Why it failed everywhere: the code of its first platform. */
  readonly code: PostErrorCode | null;
  readonly refunded: number;
  /** Platforms of which something can still be learnt. */
  readonly follow?: readonly { readonly platform: Platform; readonly what: FollowWhat }[];
}

/** `url`: it is out and its address is not known; `outcome`: nobody knows whether it is out. */
export type FollowWhat = 'url' | 'outcome';

/** What the run is told that looks on after the end of a post. */
export interface FollowJob extends PublicationRef {
  readonly what: FollowWhat;
}

export type ClaimStep =
  | { readonly state: 'fired'; readonly publications: readonly BegunPublication[] }
  /** It was moved, and the run had not heard of it. */
  | { readonly state: 'not_due'; readonly dueAt: number }
  | { readonly state: 'over'; readonly end: PostEnd };
