/** Workflows that are started through the outbox, by the names that Temporal knows them by. */
export type WorkflowType =
  | 'generateImage'
  | 'generateVideo'
  | 'finaliseUpload'
  | 'deliverWebhook'
  | 'analyseSubject'
  | 'drawPortrait'
  | 'publishPost'
  | 'followPublication';

/** For this long the relay leaves a new start to the process that wrote it. */
export const FIRST_TRY_MS = 3_000;
