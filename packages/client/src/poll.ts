import type { Api } from './api.js';
import type { Generation, Speech } from './endpoints.js';
import { MediaError, RateLimitedError, TimeoutError, ValidationError } from './errors.js';
import { send } from './send.js';
import { sleep } from './sleep.js';

export interface PollOptions {
  /** Aborts the wait. The generation continues. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Time limit of the wait, in milliseconds. Default: 30 minutes. The generation continues
   * afterwards.
   */
  readonly timeoutMs?: number | undefined;
}

export const WAIT_MS = 30 * 60_000;
/** Maximum seconds that the service holds a request open. */
const HOLD_S = 25;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_GROWTH = 1.5;
/** Maximum poll intervals, as recommended by the service. */
const PAUSE_MAX_MS = { image: 4_000, video: 12_000, speech: 1_000 };

/** Work that the client can wait for, by the endpoint that reads it. */
export interface Work {
  'GET /v1/generations/{id}': Generation;
  'GET /v1/speech/{id}': Speech;
}

export const hasEnded = ({ completed_at: at }: Pick<Generation, 'completed_at'>): boolean =>
  at !== null;

/**
 * Yields the states of a generation or speech until it has ended. Asks the service to hold each request open
 * (`?wait=`), and pauses between the requests if the service does not. An outage ends the wait only
 * if it is longer than the time limit of a call.
 * @throws {TimeoutError} after the timeout
 */
export async function* poll<Name extends keyof Work>(
  api: Api,
  endpoint: Name,
  id: string,
  { signal, timeoutMs = WAIT_MS }: PollOptions,
): AsyncGenerator<Work[Name], void, undefined> {
  const deadline = Date.now() + timeoutMs;
  let canHold = true;
  let holdNext = true;
  let answeredAt = Date.now();
  let pauseMaxMs = PAUSE_MAX_MS.image;
  for (let turn = 0; ; turn += 1) {
    const askedAt = Date.now();
    const leftMs = deadline - askedAt;
    if (leftMs <= 0) throw new TimeoutError(`${id} has not ended within ${timeoutMs} ms.`);
    let pauseMs = Math.min(pauseMaxMs, FIRST_PAUSE_MS * PAUSE_GROWTH ** turn);
    const wait = canHold && holdNext ? Math.min(HOLD_S, Math.ceil(leftMs / 1_000)) : 0;
    holdNext = true;
    try {
      const work = await readState(api, endpoint, id, { wait, leftMs, signal });
      answeredAt = Date.now();
      pauseMaxMs = choosePause(work);
      yield work;
      if (hasEnded(work)) return;
      // The service kept the request open, so do not pause before the next poll.
      if (wait > 0 && answeredAt - askedAt >= wait * 500) pauseMs = 0;
    } catch (error) {
      if (isWaitUnknown(error)) {
        canHold = false;
        continue;
      }
      const isOutage = error instanceof MediaError && error.retryable;
      if (!isOutage || Date.now() - answeredAt > api.settings.timeoutMs) throw error;
      pauseMs = error.retryAfterMs ?? pauseMs;
      // The account may have too many held requests.
      holdNext = !(error instanceof RateLimitedError);
    }
    await sleep(Math.min(pauseMs, Math.max(0, deadline - Date.now())), signal);
  }
}

const choosePause = (work: Generation | Speech): number =>
  PAUSE_MAX_MS['type' in work ? work.type : work.object];

interface ReadOptions extends Pick<PollOptions, 'signal'> {
  /** Seconds that the service may hold the request open. */
  readonly wait: number;
  /** Time until the deadline, which also limits a request without a response. */
  readonly leftMs: number;
}

/** Reads the state of a generation or speech. */
const readState = async <Name extends keyof Work>(
  api: Api,
  endpoint: Name,
  id: string,
  { wait, leftMs, signal }: ReadOptions,
): Promise<Work[Name]> =>
  (await send(api.settings, endpoint, {
    params: { id },
    query: wait > 0 ? { wait } : {},
    attemptTimeoutMs: api.settings.attemptTimeoutMs + wait * 1_000,
    timeoutMs: Math.min(leftMs, api.settings.timeoutMs + wait * 1_000),
    // The loop retries.
    maxRetries: 0,
    signal,
  })) as Work[Name];

/** Returns whether an older service rejected `wait`. */
const isWaitUnknown = (error: unknown): boolean =>
  error instanceof ValidationError &&
  error.details?.issues?.some(({ path }) => path === 'query.wait') === true;
