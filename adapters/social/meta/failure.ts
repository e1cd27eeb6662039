import { PlatformFailure } from '../../../domain/ports/social-platform.js';
import { retryAfterMs, type VendorAnswer } from '../../http/send.js';
import { findError } from './error-table.js';

const MINUTE = 60_000;
/** How long a call waits that was one too many, when nothing says it. */
const RATE_MS = 5 * MINUTE;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object of an answer; empty when there is none. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {};

/** A number of an error body; null when there is none. */
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** An error in the body of an answer, of the Graph API or of the token endpoint of Instagram. */
export interface MetaError {
  readonly code: number | null;
  readonly subcode: number | null;
  readonly isTransient: boolean;
  /** For telling errors apart that have one code; never passed on. */
  readonly message: string;
}

/** The error that an answer tells in Meta's way; null when its body is something else. */
export function readError({ json }: VendorAnswer): MetaError | null {
  const body = recordOf(json);
  const error = isRecord(body['error']) ? body['error'] : body;
  const message = error['message'] ?? error['error_message'];
  if (typeof message !== 'string' && numberOf(error['code']) === null) return null;
  return {
    code: numberOf(error['code']),
    subcode: numberOf(error['error_subcode']),
    isTransient: error['is_transient'] === true,
    message: typeof message === 'string' ? message : '',
  };
}

/** What an answer that is no success means, for every call but those of tokens. */
export function failureOf(answer: VendorAnswer): PlatformFailure {
  const { status } = answer;
  const error = readError(answer);
  const name = nameOf(answer);
  const known = error?.code == null ? null : findError(error.code, error.subcode);
  if (known?.kind === 'rate_limited' || (status === 429 && !known)) {
    return new PlatformFailure('rate_limited', 'PLATFORM_UNAVAILABLE', name, rateEnds(answer));
  }
  if (known) return new PlatformFailure(known.kind, known.error, name);
  // A gateway in between knows nothing about the request.
  if (error === null || error.isTransient || status >= 500 || status < 400) {
    return new PlatformFailure('retry', 'PLATFORM_UNAVAILABLE', name);
  }
  return new PlatformFailure('permanent', 'PLATFORM_REFUSED', name);
}

/** Such as `190/463` or `http_502`. */
export function nameOf(answer: VendorAnswer): string {
  const error = readError(answer);
  if (error?.code == null) return `http_${answer.status}`;
  return error.subcode === null ? String(error.code) : `${error.code}/${error.subcode}`;
}

/** When calls pass again: `Retry-After`, or what the header of the usage estimates. */
export function rateEnds(answer: VendorAnswer): number {
  return Date.now() + (retryAfterMs(answer) ?? usageMs(answer) ?? RATE_MS);
}

function usageMs({ headers }: VendorAnswer): number | null {
  const text = headers['x-business-use-case-usage'];
  if (typeof text !== 'string') return null;
  try {
    const rows = Object.values(recordOf(JSON.parse(text))).flat();
    const minutes = rows.map((each) => recordOf(each)['estimated_time_to_regain_access']);
    const most = Math.max(0, ...minutes.filter((each) => typeof each === 'number'));
    return most > 0 ? most * MINUTE : null;
  } catch {
    return null;
  }
}
