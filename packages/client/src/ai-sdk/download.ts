import { ConnectionError, MediaError } from '../errors.js';
import { readError } from '../read-response.js';
import { RETRIES, type Settings } from '../send.js';
import { sleep } from '../sleep.js';

/** Time limit of one attempt; a clip can have hundreds of megabytes. */
const ATTEMPT_MS = 10 * 60_000;
const PAUSE_MS = 500;
const PAUSE_MAX_MS = 15_000;

/** Downloads a file of a generation. Repeats the download after temporary failures. */
export async function download(
  { fetch, maxRetries = RETRIES }: Settings,
  url: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt(fetch, url, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof MediaError) || !error.retryable || retries >= maxRetries) throw error;
      const pause = error.retryAfterMs ?? PAUSE_MS * 2 ** retries;
      await sleep(Math.min(pause, PAUSE_MAX_MS), signal);
    }
  }
}

async function attempt(
  fetch: Settings['fetch'],
  url: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const late = AbortSignal.timeout(ATTEMPT_MS);
  try {
    const response = await fetch(url, { signal: signal ? AbortSignal.any([signal, late]) : late });
    if (!response.ok) throw await readError(response);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof MediaError) throw error;
    throw new ConnectionError(`GET ${url} got no complete response.`, { cause: error });
  }
}
