import { setTimeout as sleep } from 'node:timers/promises';
import type { Directives } from '../../../domain/catalogue/simulate.js';
import { ProviderFailure, type CallContext } from '../../../domain/ports/provider.js';
import type { ProviderJob } from '../../../domain/ports/provider-job.js';

const PROGRESS_MS = 500;
const RETRY_AFTER_MS = 200;
/** The model source that fails if the prompt contains `simulate:fallback`. */
const FALLBACK_MODEL = 'studio';

/** Returns the failure of this attempt; null if it must not fail. */
export function simulateFailure(
  directives: Directives,
  job: Pick<ProviderJob, 'attempt' | 'upstreamModel'>,
): ProviderFailure | null {
  if (directives.contentBlocked) {
    return new ProviderFailure('content_blocked', 'Simulated: the content was refused.', 422);
  }
  if (directives.fallback && job.upstreamModel === FALLBACK_MODEL) {
    return new ProviderFailure('rejected', 'Simulated: this route cannot do the request.', 400);
  }
  if (job.attempt <= directives.rateLimits) {
    return new ProviderFailure(
      'rate_limited',
      'Simulated: too many requests.',
      429,
      RETRY_AFTER_MS,
    );
  }
  if (job.attempt <= directives.providerErrors) {
    return new ProviderFailure('unavailable', 'Simulated: the provider is down.', 503);
  }
  return directives.timeout
    ? new ProviderFailure('timeout', 'Simulated: no answer in time.')
    : null;
}

/**
 * Waits as requested by `simulate:slow`, and reports progress at least twice a second.
 * @throws the signal's abort reason, immediately
 */
export async function simulateDelay(seconds: number, context: CallContext): Promise<void> {
  const startedMs = performance.now();
  const totalMs = seconds * 1000;
  for (let passedMs = 0; passedMs < totalMs; passedMs = performance.now() - startedMs) {
    context.onProgress(passedMs / totalMs);
    try {
      await sleep(Math.min(PROGRESS_MS, totalMs - passedMs), undefined, { signal: context.signal });
    } catch (error) {
      // The timer wraps the abort reason in its own error.
      context.signal.throwIfAborted();
      throw error;
    }
  }
}
