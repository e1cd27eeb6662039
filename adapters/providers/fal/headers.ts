import { PACE_OF, type JobKind } from '../../../domain/ports/provider-job.js';

/** Seconds within which a runner must start a job; afterwards fal drops the job without billing. */
const START_SECONDS = { image: 120, video: 600 } as const;

/**
 * fal deletes input and result files after a day, which is long enough for a queue, a run and our
 * copy. The response with the URL of the result file is available for a shorter time (see
 * `x-fal-store-io`).
 */
export const RETENTION = JSON.stringify({ expiration_duration_seconds: 86_400 });

/** Builds the headers of every order. */
export function buildOrderHeaders(kind: JobKind): Record<string, string> {
  return {
    'x-fal-request-timeout': String(START_SECONDS[PACE_OF[kind]]),
    // Without this header, fal may use another endpoint that it considers equivalent.
    'x-app-fal-disable-fallback': 'true',
    // Without this header, fal keeps prompt and response for 30 days, and the result forever
    // (fal.ai/docs, data retention). With it, the response is available for an hour after the job's
    // end, or for 6 minutes if it has 10 kB or more (inference-api/queue/result). A job that is not
    // polled in that time must be repeated.
    'x-fal-store-io': '0',
    'x-fal-object-lifecycle-preference': RETENTION,
  };
}
