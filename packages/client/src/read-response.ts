import {
  ApiError,
  ERROR_CLASSES,
  UnexpectedResponseError,
  type MediaError,
  type Refusal,
  type RetryAdvice,
} from './errors.js';

const BODY_CHARACTERS = 1_000;

/** Returns the error that a response with another status than 2xx describes. */
export async function readError(response: Response): Promise<MediaError> {
  const text = await response.text();
  const advice = readAdvice(response.headers);
  const refusal = readRefusal(text);
  if (!refusal) {
    const start = text.slice(0, BODY_CHARACTERS);
    return new UnexpectedResponseError(response.status, start, advice.retryAfterMs);
  }
  // A later version of the service can have codes that this version does not know.
  const Known = Object.hasOwn(ERROR_CLASSES, refusal.code) ? ERROR_CLASSES[refusal.code] : ApiError;
  return new Known(refusal, response.status, advice);
}

function readRefusal(text: string): Refusal | null {
  try {
    const { error } = JSON.parse(text) as { readonly error?: Refusal };
    return typeof error?.code === 'string' ? error : null;
  } catch {
    return null;
  }
}

function readAdvice(headers: Headers): RetryAdvice {
  const should = headers.get('x-should-retry');
  return {
    retryAfterMs: parseRetryAfter(headers.get('Retry-After')),
    shouldRetry: should === null ? null : should === 'true',
  };
}

/** Parses seconds or an HTTP date; null for anything else. */
export function parseRetryAfter(text: string | null, now = Date.now()): number | null {
  if (!text) return null;
  const seconds = Number(text);
  const ms = Number.isNaN(seconds) ? Date.parse(text) - now : seconds * 1_000;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
