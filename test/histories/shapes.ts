import type { TestApi } from '../support/platform.js';

/** One recorded run per shape of control flow; the file is `<name>.v1.json`, and so on. */
export const SHAPES = [
  'success',
  'retried',
  'fallback',
  'blocked',
  'all-providers-fail',
  'analysis-failed',
  'cancelled-while-queued',
  'worker-restarted',
  'operator-cancelled',
  'operator-cancelled-waiting',
  'cancel-refused',
  'cancel-after',
  'cancel-after-too-late',
  'cancel-after-before-start',
  'cancel-after-unused',
  'queue-timeout',
  'rate-limited',
  'storage-retried',
  'storage-stopped',
  'raw-picture-retried',
  'uncertain-order',
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
  'video-script',
  'video-script-again',
  'speech-success',
  'speech-fallback',
  'speech-blocked',
  'speech-storage-retried',
  'speech-cancelled-while-queued',
  'upload-finalised',
  'upload-refused',
  'upload-joined',
  'upload-dropped',
  'upload-operator-cancelled',
  'upload-cancelled-in-check',
  'webhook-delivered',
  'webhook-exhausted',
  'webhook-dropped',
  'subject-analysed',
  'subject-given-up',
  'subject-operator-cancelled',
  'portrait-drawn',
  'post-published',
  'post-five-platforms',
  'post-partial',
  'post-failed',
  'post-scheduled',
  'post-cancelled',
  'post-moved',
  'post-operator-cancelled',
  'post-unknown-then-published',
  'post-unknown',
  'post-needs-login',
  'post-published-again',
  'post-drafted-after-look',
  'post-drafted-after-refusal',
  'post-followed',
  'post-continued',
  'uploads-swept',
  'webhooks-pruned',
  'rows-reconciled',
  'requests-pruned',
  'tokens-refreshed',
  'fees-charged',
  'library-resigned',
] as const;

export type Shape = (typeof SHAPES)[number];

/** @param version increases when the flow of a shape changes */
export const fileOf = (shape: Shape, version = 1): URL =>
  new URL(`${shape}.v${version}.json`, import.meta.url);

/** The sha256 of every recorded run, in the format of `sha256sum`. */
export const PINS = new URL('recorded.sha256', import.meta.url);

/** Runs a shape to its end. @returns its id, and its history when it is on another server */
export type Recorder = (
  api: TestApi,
) => Promise<{ readonly id: string; readonly history?: string }>;
export type Recorders = Partial<Record<Shape, Recorder>>;
