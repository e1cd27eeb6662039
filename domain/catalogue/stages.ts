/** Stages of a generation and the events that can occur in a stage. */
export const STAGES = [
  'scene_analysis',
  'character_analysis',
  'prompt_merge',
  'text_model',
  'image_generation',
  'video_generation',
  'speech_generation',
  'lip_sync',
  'storage',
  'queue',
] as const;
export type Stage = (typeof STAGES)[number];

export const RESOLUTIONS = [
  'continued_without_analysis',
  'retried',
  'fallback',
  'stopped',
] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const GENERATION_STATUSES = [
  'queued',
  'processing',
  'completed',
  'failed',
  'cancelled',
] as const;
export type GenerationStatus = (typeof GENERATION_STATUSES)[number];

export const GENERATION_TYPES = ['image', 'video'] as const;
export type GenerationType = (typeof GENERATION_TYPES)[number];

/** Type of a row of `generation`. In the API, speech is a separate resource. */
export type WorkType = GenerationType | 'speech';

/** `error.code` of a failed or cancelled generation; not an HTTP error. */
export const GENERATION_ERROR_CODES = [
  'CONTENT_BLOCKED',
  'INSUFFICIENT_CREDITS',
  'TIMEOUT',
  'PROVIDER_ERROR',
  'RATE_LIMIT',
  'VALIDATION_ERROR',
  'UNKNOWN',
  'CANCELLED',
] as const;
export type GenerationErrorCode = (typeof GENERATION_ERROR_CODES)[number];

export interface TimelineEntry {
  /** Time of the event in Unix milliseconds. */
  at: number;
  stage: Stage;
  resolution: Resolution;
  /** Upstream HTTP status, if known. */
  status: number | null;
  message: string;
}

export interface GenerationError {
  code: GenerationErrorCode;
  message: string;
}
