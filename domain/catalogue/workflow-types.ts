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
