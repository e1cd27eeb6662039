import type { NotedDeliveryError } from './delivery-states.js';
import type { Customization } from './presets.js';
import type { ModelSource } from './model-source.js';
import type { Platform } from './social-platforms.js';
import type { PostStatus } from './social-states.js';
import type { Stage, TimelineEntry } from './stages.js';

/** Search attributes of runs, with their types; a namespace has room for ten Keywords. */
export const SEARCH_ATTRIBUTES = {
  AccountId: 'Keyword',
  GenerationType: 'Keyword',
  Model: 'Keyword',
  Stage: 'Keyword',
  /** How the run ended, unless it succeeded: then its status Completed says so. */
  Outcome: 'Keyword',
  /** Why it ended so: a public error code, or the last error of a delivery. */
  ErrorCode: 'Keyword',
  RefundedCredits: 'Int',
  WebhookId: 'Keyword',
  EventType: 'Keyword',
  GenerationId: 'Keyword',
} as const satisfies Record<string, 'Keyword' | 'Int'>;

/** What a run can be started with; each is a Keyword. */
export type SearchAttribute = Exclude<keyof typeof SEARCH_ATTRIBUTES, 'RefundedCredits'>;

/**
 * How a run reports its end. A run keeps the version that it was started with, which its memo holds:
 * that costs no events, where `patched()` costs each run two. Version 1 started with `Outcome` "open"
 * and set it at every end; 2 sets it only where the status of the run does not say enough.
 */
export const ENDING_VERSION = 2;

/** Outcomes that the status Completed already reports. */
export const SUCCESSES: ReadonlySet<string> = new Set([
  'analysed',
  'completed',
  'delivered',
  'drawn',
  'found',
  'published',
  'ready',
]);

export type AnalysisStage = Extract<Stage, 'scene_analysis' | 'character_analysis'>;

/** What a generation workflow is told: ids and choices, never prompts or media. */
export interface GenerationJob {
  readonly generationId: string;
  /** Its price, for what operators are told; jobs of earlier versions lack it. */
  readonly credits?: number;
  readonly analyses: readonly AnalysisStage[];
  /** Upstreams in the order in which they are tried, fixed when the request was accepted. */
  readonly routes: readonly ModelSource[];
  /** Videos: upstreams of the first frame; absent when one was given. */
  readonly firstFrame?: readonly ModelSource[];
  /** Text models that may write the prompt, the preferred first; absent when none is needed. */
  readonly textModels?: readonly string[];
}

/** Where the answer to an idempotent request is stored. */
export interface AnswerClaim {
  readonly accountId: string;
  readonly key: string;
  readonly fingerprint: string;
}

export interface CancelRequest {
  readonly claim: AnswerClaim;
}

export type CancelOutcome = 'cancelled' | 'not_queued';

/** What a workflow of a signed upload is told. */
export interface UploadJob {
  readonly uploadId: string;
  /** When the address to PUT to has expired, Unix milliseconds. */
  readonly until: number;
}

/** What the workflow that looks at a new character or product is told. */
export interface SubjectJob {
  readonly subject: 'character' | 'product';
  readonly id: string;
}

/** What the workflow is told that draws the portrait of a preset character: choices, no names. */
export interface PortraitJob {
  /** Of the character to be. */
  readonly characterId: string;
  /** Where the portrait is stored. */
  readonly key: string;
  readonly baseId: string;
  readonly look: Customization | null;
}

/**
 * `nothing_to_do`: it was analysed before, or is deleted. `allowance_used`: the account has had all
 * looks of this day, so the subject stays without a description.
 */
export type SubjectOutcome = 'analysed' | 'nothing_to_do' | 'allowance_used';

/** What a workflow of a webhook delivery is told. */
export interface DeliveryJob {
  readonly deliveryId: string;
  readonly endpointId: string;
  /** Somebody waits for it (a test event): any free slot of the worker will do. */
  readonly urgent?: boolean;
}

/** `stopped`: the endpoint was deleted or disabled meanwhile. */
export type DeliveryOutcome = 'delivered' | 'failed' | 'stopped';

/** What came back of the last attempt; absent in answers of earlier versions. */
interface LastAnswer {
  readonly status?: number | null;
  readonly error?: NotedDeliveryError | null;
}

/** How one attempt ended; `retry` says when the next one is due. */
export type AttemptOutcome = LastAnswer &
  ({ readonly outcome: DeliveryOutcome } | { readonly outcome: 'retry'; readonly delayMs: number });

/** What the run of a post is told: never its text, files or accounts. */
export interface PostJob {
  readonly postId: string;
  readonly platforms: readonly Platform[];
  /** When it is due, Unix milliseconds; a post that is made at once is due when it is accepted. */
  readonly dueAt: number;
}

export type PostOutcome = Exclude<PostStatus, 'scheduled'>;

/** The answer to a request to cancel or to move a post. */
export type PostChange = 'changed' | 'not_waiting';

/** A new time for a post that waits; its text is in the row alone. */
export interface MoveRequest {
  readonly claim: AnswerClaim;
  /** Null when the time stays. */
  readonly dueAt: number | null;
  /** `version` of the row after the change that this tells of. */
  readonly version: number;
}

/** What one attempt is told. */
export interface AttemptInput extends DeliveryJob {
  /** Counted from 1. */
  readonly attempt: number;
  /**
   * The wait after this attempt if it fails, null after the last one; attempts that were scheduled
   * by earlier versions lack it.
   */
  readonly delayMs?: number | null;
}

/** How a check of an uploaded file ended; a refused file was deleted. */
export type FinaliseOutcome =
  | { readonly outcome: 'ready' }
  | { readonly outcome: 'refused'; readonly message: string }
  | { readonly outcome: 'over_allowance'; readonly message: string; readonly retryAfter: string };

export type GenerationOutcome = 'completed' | 'failed' | 'cancelled';

/** Where the words for a line of the timeline are: what an upstream said is in no history. */
export interface FailedStep {
  /** Id of the activity that failed; its words are kept in the row. */
  readonly step: string;
  /** What happened next, which follows the words. */
  readonly next: string;
}

export type NewTimelineEntry = Omit<TimelineEntry, 'at'>;
