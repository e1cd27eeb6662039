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
  'upload-finalised',
  'upload-refused',
  'upload-dropped',
] as const;

export type Shape = (typeof SHAPES)[number];

export const fileOf = (shape: Shape): URL => new URL(`${shape}.v1.json`, import.meta.url);
