import type { Stage, TimelineEntry } from '../domain/catalogue/stages.js';
import type { ModelRoute } from '../domain/catalogue/image-model.js';

/** Names that client, workers and workflows agree on. Plain constants: no code of Temporal. */
export const QUEUES = {
  /** Workflows and their short database steps. */
  orchestrator: 'orchestrator',
  /** Generation and storage: whatever moves media. */
  media: 'media',
} as const;

export const UPDATES = { cancel: 'cancel', finalise: 'finalise' } as const;

/** Search attributes of every generation, all of type Keyword. */
export const SEARCH_ATTRIBUTES = [
  'AccountId',
  'GenerationType',
  'Model',
  'Stage',
  'Outcome',
] as const;
export type SearchAttribute = (typeof SEARCH_ATTRIBUTES)[number];

/** Importance of work on the media queue, 1 first: what has begun goes before what waits. */
export const PRIORITY = { underWay: 2, waiting: 4 } as const;

export type AnalysisStage = Extract<Stage, 'scene_analysis' | 'character_analysis'>;

/** What a generation workflow is told: ids and choices, never prompts or media. */
export interface GenerationJob {
  readonly generationId: string;
  readonly analyses: readonly AnalysisStage[];
  /** Upstreams in the order in which they are tried, fixed when the request was accepted. */
  readonly routes: readonly ModelRoute[];
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

/** How a check of an uploaded file ended; a refused file was deleted. */
export type FinaliseOutcome =
  | { readonly outcome: 'ready' }
  | { readonly outcome: 'refused'; readonly message: string }
  | { readonly outcome: 'over_allowance'; readonly message: string; readonly retryAfter: string };

export type GenerationOutcome = 'completed' | 'failed' | 'cancelled';

export type NewTimelineEntry = Omit<TimelineEntry, 'at'>;
