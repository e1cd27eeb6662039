import type { NotedDeliveryError } from './delivery-states.js';
import type { Customization } from './presets.js';
import type { ModelSource } from './model-source.js';
import type { Platform } from './social-platforms.js';
import type { PostStatus } from './social-states.js';
import type { Stage, TimelineEntry } from './stages.js';

/** Search attributes of workflow runs, with their types. A namespace allows ten Keywords. */
export const SEARCH_ATTRIBUTES = {
  AccountId: 'Keyword',
  GenerationType: 'Keyword',
  Model: 'Keyword',
  Stage: 'Keyword',
  /** How the run ended, unless it succeeded: then the status is Completed. */
  Outcome: 'Keyword',
  /** The reason: a public error code, or the last error of a delivery. */
  ErrorCode: 'Keyword',
  RefundedCredits: 'Int',
  WebhookId: 'Keyword',
  EventType: 'Keyword',
  GenerationId: 'Keyword',
} as const satisfies Record<string, 'Keyword' | 'Int'>;

/** Attributes that can be set at the start; each is a Keyword. */
export type SearchAttribute = Exclude<keyof typeof SEARCH_ATTRIBUTES, 'RefundedCredits'>;

/**
 * How a run reports its end. A run keeps its initial version, stored in its memo: that costs no
 * events, while `patched()` costs two per run. Version 1 started with `Outcome` "open" and set it
 * at every end. Version 2 sets it only if the status of the run is not enough.
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

/** Input of a generation workflow: ids and options, never prompts or media. */
export interface GenerationJob {
  readonly generationId: string;
  /** Price, for reports to operators; absent in jobs of earlier versions. */
  readonly credits?: number;
  readonly analyses: readonly AnalysisStage[];
  /** Upstreams in the order of use, fixed when the request was accepted. */
  readonly routes: readonly ModelSource[];
  /** Videos: upstreams of the first frame; absent if the request has one. */
  readonly firstFrame?: readonly ModelSource[];
  /** Text models for the prompt, the preferred first; absent if none is needed. */
  readonly textModels?: readonly string[];
}

/** Key under which the response to an idempotent request is stored. */
export interface AnswerClaim {
  readonly accountId: string;
  readonly key: string;
  readonly fingerprint: string;
}

export interface CancelRequest {
  readonly claim: AnswerClaim;
}

export type CancelOutcome = 'cancelled' | 'not_queued';

/** Input of the workflow of a signed upload. */
export interface UploadJob {
  readonly uploadId: string;
  /** When the PUT address expires, in Unix milliseconds. */
  readonly until: number;
}

/** Input of the workflow that analyses a new character or product. */
export interface SubjectJob {
  readonly subject: 'character' | 'product';
  readonly id: string;
}

/** Input of the workflow that draws the portrait of a preset character: options, no names. */
export interface PortraitJob {
  /** Id of the future character. */
  readonly characterId: string;
  /** Where the portrait is stored. */
  readonly key: string;
  readonly baseId: string;
  readonly look: Customization | null;
}

/**
 * `nothing_to_do`: it is already analysed, or deleted. `allowance_used`: the account has used all
 * analyses of this day, so the subject stays without a description.
 */
export type SubjectOutcome = 'analysed' | 'nothing_to_do' | 'allowance_used';

/** Input of the workflow of a webhook delivery. */
export interface DeliveryJob {
  readonly deliveryId: string;
  readonly endpointId: string;
  /** A caller waits for it (a test event), so it can use any free slot of the worker. */
  readonly urgent?: boolean;
}

/** `stopped`: the endpoint was deleted or disabled in the meantime. */
export type DeliveryOutcome = 'delivered' | 'failed' | 'stopped';

/** The answer to the last attempt; absent in results of earlier versions. */
interface LastAnswer {
  readonly status?: number | null;
  readonly error?: NotedDeliveryError | null;
}

/** How one attempt ended; `retry` says when the next one is due. */
export type AttemptOutcome = LastAnswer &
  ({ readonly outcome: DeliveryOutcome } | { readonly outcome: 'retry'; readonly delayMs: number });

/** Input of the workflow of a post: never its text, files or accounts. */
export interface PostJob {
  readonly postId: string;
  readonly platforms: readonly Platform[];
  /** When it is due, in Unix milliseconds. An immediate post is due when it is accepted. */
  readonly dueAt: number;
}

export type PostOutcome = Exclude<PostStatus, 'scheduled'>;

/** The result of a request to cancel or move a post. */
export type PostChange = 'changed' | 'not_waiting';

/** A new time for a scheduled post. A new text is only in the row. */
export interface MoveRequest {
  readonly claim: AnswerClaim;
  /** Null if the time is unchanged. */
  readonly dueAt: number | null;
  /** `version` of the row after this change. */
  readonly version: number;
}

/** Input of one attempt. */
export interface AttemptInput extends DeliveryJob {
  /** Counted from 1. */
  readonly attempt: number;
  /**
   * The wait after a failure of this attempt, null for the last one. Absent in attempts scheduled
   * by earlier versions.
   */
  readonly delayMs?: number | null;
}

/** The result of the check of an uploaded file. A refused file is deleted. */
export type FinaliseOutcome =
  | { readonly outcome: 'ready' }
  | { readonly outcome: 'refused'; readonly message: string }
  | { readonly outcome: 'over_allowance'; readonly message: string; readonly retryAfter: string };

export type GenerationOutcome = 'completed' | 'failed' | 'cancelled';

/** Reference to the text of a timeline entry: messages of upstreams are never in a history. */
export interface FailedStep {
  /** Id of the failed activity; its message is stored in the row. */
  readonly step: string;
  /** The next action, which follows the message. */
  readonly next: string;
}

export type NewTimelineEntry = Omit<TimelineEntry, 'at'>;
