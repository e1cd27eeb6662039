import type { GenerationErrorCode } from '../catalogue/stages.js';

/** The side to mend: the service with its providers, or the request. */
export type FailureSide = 'service' | 'request';

/** Errors that the same request would meet again on a healthy service. */
export const REQUEST_ERRORS: readonly GenerationErrorCode[] = [
  'CONTENT_BLOCKED',
  'VALIDATION_ERROR',
  'INSUFFICIENT_CREDITS',
  'CANCELLED',
];

/** Returns which side an error code belongs to. */
export const findSide = (code: string): FailureSide =>
  REQUEST_ERRORS.some((one) => one === code) ? 'request' : 'service';
