import type { ProviderJob } from '../../../domain/ports/provider.js';

/** Seconds within which a runner must start a job; after that fal drops it without billing. */
const START_SECONDS = { image: 120, video: 600 } as const;

/**
 * fal deletes the files of inputs and results after a day: long enough for a queue, a run and our
 * copy. The response with the file of a result is available for a shorter time: see below.
 */
export const RETENTION = JSON.stringify({ expiration_duration_seconds: 86_400 });

/** The headers of every order. */
export function buildOrderHeaders(kind: ProviderJob['kind']): Record<string, string> {
  return {
    'x-fal-request-timeout': String(START_SECONDS[kind]),
    // Otherwise fal may use another endpoint that it considers equivalent.
    'x-app-fal-disable-fallback': 'true',
    // Otherwise fal keeps prompt and response for 30 days, and the result forever (fal.ai/docs,
    // data retention). With it, the response is available for an hour after the end of the job, or
    // for 6 minutes if it has 10 kB or more (inference-api/queue/result). A job that is not polled
    // in that time must be repeated.
    'x-fal-store-io': '0',
    'x-fal-object-lifecycle-preference': RETENTION,
  };
}
