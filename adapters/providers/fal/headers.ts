import type { ProviderJob } from '../../../domain/ports/provider.js';

/** Seconds until a runner must have started a job; then fal gives it up, unbilled. */
const START_SECONDS = { image: 120, video: 600 } as const;

/** Inputs and results vanish there after a day: long enough for a queue, a run and our copy. */
export const RETENTION = JSON.stringify({ expiration_duration_seconds: 86_400 });

/** What every order says beside its input. */
export function orderHeaders(kind: ProviderJob['kind']): Record<string, string> {
  return {
    'x-fal-request-timeout': String(START_SECONDS[kind]),
    // Otherwise fal may serve the job by an endpoint that it deems equivalent.
    'x-app-fal-disable-fallback': 'true',
    // No copy of prompt and answer for 30 days, no result for ever (fal.ai/docs, data retention).
    'x-fal-store-io': '0',
    'x-fal-object-lifecycle-preference': RETENTION,
  };
}
