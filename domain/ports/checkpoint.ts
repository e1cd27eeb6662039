/**
 * Named crash points of a process. The fault tests start a process with `CRASH_AT=<name>`; it then
 * dies at that point as if by `kill -9`: no handler runs, nothing is flushed.
 */
export const GENERATION_CHECKPOINTS = [
  'accept.before_commit',
  'accept.after_commit',
  'accept.after_start',
  'claim.after_commit',
  'render.after_record',
  'keep.after_store',
  'finish.before_commit',
  'finish.after_commit',
] as const;
export type GenerationCheckpoint = (typeof GENERATION_CHECKPOINTS)[number];

/** Crash points around placing an order with an upstream. */
export const ORDER_CHECKPOINTS = ['order.before_ref', 'order.after_ref'] as const;
export type OrderCheckpoint = (typeof ORDER_CHECKPOINTS)[number];

/** Crash points in the check of an uploaded file. */
export const UPLOAD_CHECKPOINTS = [
  'upload.after_copy',
  'upload.after_check',
  'upload.after_commit',
] as const;
export type UploadCheckpoint = (typeof UPLOAD_CHECKPOINTS)[number];

/** Crash points in a webhook delivery attempt. */
export const WEBHOOK_CHECKPOINTS = [
  'deliver.before_claim',
  'deliver.after_claim',
  'deliver.after_post',
  'deliver.after_record',
] as const;
export type WebhookCheckpoint = (typeof WEBHOOK_CHECKPOINTS)[number];

/** Crash points around the request that publishes a post on a platform. */
export const PUBLISH_CHECKPOINTS = [
  'publish.before_arm',
  'publish.after_arm',
  'publish.before_commit',
  'publish.after_commit',
  'publish.after_record',
  'publish.before_settle',
  'publish.after_settle',
] as const;
export type PublishCheckpoint = (typeof PUBLISH_CHECKPOINTS)[number];

export type Checkpoint =
  | GenerationCheckpoint
  | OrderCheckpoint
  | UploadCheckpoint
  | WebhookCheckpoint
  | PublishCheckpoint;

export type Pass = (name: Checkpoint) => void;
