/** Workflow types that are started through the outbox, by their names in Temporal. */
export type WorkflowType =
  | 'generateImage'
  | 'generateVideo'
  | 'finaliseUpload'
  | 'deliverWebhook'
  | 'analyseSubject'
  | 'drawPortrait'
  | 'publishPost'
  | 'followPublication';

/** How long the relay leaves a new workflow start to the process that wrote it. */
export const FIRST_TRY_MS = 3_000;
