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
  /** The run's outcome; not set after a success, when the status is Completed. */
  Outcome: 'Keyword',
  /** Reason for the outcome: a public error code, or a delivery's last error. */
  ErrorCode: 'Keyword',
  RefundedCredits: 'Int',
  WebhookId: 'Keyword',
  EventType: 'Keyword',
  GenerationId: 'Keyword',
} as const satisfies Record<string, 'Keyword' | 'Int'>;

/** Attributes that can be set when a run starts; each is a Keyword. */
export type SearchAttribute = Exclude<keyof typeof SEARCH_ATTRIBUTES, 'RefundedCredits'>;

/**
 * Version of how a run reports its end. A run keeps its initial version, stored in its memo, which
 * adds no history events, while `patched()` adds two per run. Version 1 started with `Outcome`
 * "open" and set it at every end. Version 2 sets it only if the run's status is not enough.
 */
export const ENDING_VERSION = 2;

/** Outcomes that are clear from the status Completed. */
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

/** Input of a generation workflow: ids and options, but never prompts or media. */
export interface GenerationJob {
  readonly generationId: string;
  /** Price for operators' reports; absent in jobs of earlier versions. */
  readonly credits?: number;
  readonly analyses: readonly AnalysisStage[];
  /** Upstreams in the order of use, fixed when the request was accepted. */
  readonly routes: readonly ModelSource[];
  /** For videos: upstreams of the first frame; absent if the request has a first frame. */
  readonly firstFrame?: readonly ModelSource[];
  /** Sources that speak a video's script; absent without a script. */
  readonly speech?: readonly ModelSource[];
  /** Sources that move the lips; absent if the model of the clip hears the speech. */
  readonly lipSync?: readonly ModelSource[];
  /** Text models that write the prompt, the preferred first; absent if no text model is needed. */
  readonly textModels?: readonly string[];
  /**
   * Time to cancel a generation that is still queued, in Unix milliseconds; absent without
   * `Cancel-After`, and in jobs of earlier versions.
   */
  readonly cancelAt?: number;
}

/** Key of the stored response to an idempotent request. */
export interface AnswerClaim {
  readonly accountId: string;
  readonly key: string;
  readonly fingerprint: string;
}

export interface CancelRequest {
  readonly claim: AnswerClaim;
}

export type CancelOutcome = 'cancelled' | 'not_queued';

/** Input of a signed upload's workflow. */
export interface UploadJob {
  readonly uploadId: string;
  /** Expiry time of the PUT address, in Unix milliseconds. */
  readonly until: number;
}

/** Input of the workflow that analyses a new character or product. */
export interface SubjectJob {
  readonly subject: 'character' | 'product';
  readonly id: string;
}

/** Input of the workflow that draws a preset character's portrait: options, but no names. */
export interface PortraitJob {
  /** Id of the character that will be created. */
  readonly characterId: string;
  /** Object key of the stored portrait. */
  readonly key: string;
  readonly baseId: string;
  readonly look: Customization | null;
}

/**
 * `nothing_to_do`: the subject is already analysed, or deleted. `allowance_used`: the account has
 * used all its analyses for the day, so the subject stays without a description.
 */
export type SubjectOutcome = 'analysed' | 'nothing_to_do' | 'allowance_used';

/** Input of a webhook delivery's workflow. */
export interface DeliveryJob {
  readonly deliveryId: string;
  readonly endpointId: string;
  /**
   * Deliveries of a group share the slots of one endpoint; absent if the endpoint is the group.
   */
  readonly group?: string;
  /** A caller waits for the delivery (a test event), so it can use any free slot of the worker. */
  readonly urgent?: boolean;
}

/** `stopped`: the endpoint was deleted or disabled in the meantime. */
export type DeliveryOutcome = 'delivered' | 'failed' | 'stopped';

/** The response to the last attempt; absent in results of earlier versions. */
interface LastAnswer {
  readonly status?: number | null;
  readonly error?: NotedDeliveryError | null;
}

/** How one attempt ended; `retry` contains the time of the next one. */
export type AttemptOutcome = LastAnswer &
  ({ readonly outcome: DeliveryOutcome } | { readonly outcome: 'retry'; readonly delayMs: number });

/** Input of a post's workflow. It never contains the post's text, files or accounts. */
export interface PostJob {
  readonly postId: string;
  readonly platforms: readonly Platform[];
  /** When the post is due, in Unix milliseconds. An immediate post is due when it is accepted. */
  readonly dueAt: number;
}

export type PostOutcome = Exclude<PostStatus, 'scheduled'>;

/** The result of a request to cancel or reschedule a post. */
export type PostChange = 'changed' | 'not_waiting';

/** A request to move a scheduled post. A new caption is stored in the post's row, not here. */
export interface MoveRequest {
  readonly claim: AnswerClaim;
  /** New due time; null if the time is unchanged. */
  readonly dueAt: number | null;
  /** The row's `version` after this change. */
  readonly version: number;
}

/** Input of one delivery attempt. */
export interface AttemptInput extends DeliveryJob {
  /** Attempt number, counted from 1. */
  readonly attempt: number;
  /**
   * Wait after this attempt fails; null for the last attempt. Absent in attempts scheduled by
   * earlier versions.
   */
  readonly delayMs?: number | null;
}

/** Result of checking an uploaded file. A refused file is deleted. */
export type FinaliseOutcome =
  | { readonly outcome: 'ready' }
  | { readonly outcome: 'refused'; readonly message: string }
  | { readonly outcome: 'over_allowance'; readonly message: string; readonly retryAfter: string };

export type GenerationOutcome = 'completed' | 'failed' | 'cancelled';

/** Reference to a timeline entry's text: upstream messages are never in a workflow history. */
export interface FailedStep {
  /** Id of the failed activity; its message is stored in the row. */
  readonly step: string;
  /** The next action, which the timeline shows after the message. */
  readonly next: string;
}

export type NewTimelineEntry = Omit<TimelineEntry, 'at'>;
