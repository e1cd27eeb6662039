/** One recorded run per shape of control flow; the file is `<name>.v1.json`. */
export const SHAPES = [
  'success',
  'retried',
  'fallback',
  'blocked',
  'all-providers-fail',
  'analysis-failed',
  'cancelled-while-queued',
  'worker-restarted',
  'prompt-written',
  'video-success',
  'video-start-frame',
  'video-retried',
  'video-fallback',
  'video-blocked',
  'video-all-providers-fail',
  'video-analysis-failed',
  'video-progress',
  'video-cancelled-while-queued',
  'video-worker-restarted',
  'upload-finalised',
  'upload-refused',
  'upload-dropped',
  'webhook-delivered',
  'webhook-exhausted',
  'webhook-dropped',
  'subject-analysed',
  'subject-given-up',
] as const;

export type Shape = (typeof SHAPES)[number];

export const fileOf = (shape: Shape): URL => new URL(`${shape}.v1.json`, import.meta.url);
