import { PlatformFailure, type Tokens } from '../../domain/ports/social-platform.js';
import { toFields, toFiniteNumber, toNonEmptyText, type Fields } from '../http/json.js';
import { readRetryAfterMs, type VendorAnswer } from '../http/send.js';
import { buildUnavailable } from './ask.js';

/** Short, because a refresh holds a lock. Milliseconds. */
export const TOKEN_DEADLINE_MS = 10_000;

/** Errors of RFC 6749 5.2 that are about our app, not about the grant. */
const OURS: readonly string[] = [
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'redirect_uri_mismatch',
];

/**
 * Reads the fields of a token response. Only `invalid_grant` means that the grant has ended: a
 * gateway error or a wrong client secret must not disconnect accounts.
 * @throws {PlatformFailure}
 */
export function readTokenAnswer(answer: VendorAnswer, now: number): Fields {
  const said = toFields(answer.json);
  const error = toNonEmptyText(said['error']);
  if (error === 'invalid_grant') throw new PlatformFailure('reauth', 'ACCOUNT_NEEDS_LOGIN', error);
  if (error !== null && OURS.includes(error))
    throw new PlatformFailure('misconfigured', 'MISCONFIGURED', error);
  if (answer.status === 429) {
    const until = now + (readRetryAfterMs(answer) ?? 60_000);
    throw new PlatformFailure('rate_limited', 'PLATFORM_UNAVAILABLE', '429', until);
  }
  if (answer.status !== 200 || error !== null || toNonEmptyText(said['access_token']) === null) {
    // Only the status; a description may quote our request.
    throw buildUnavailable(`token ${answer.status}`);
  }
  return said;
}

/** Reads the tokens of a response. A missing refresh token keeps its old value. */
export function readGrantedTokens(said: Fields, now: number, before: Tokens | null): Tokens {
  const computeExpiry = (name: string): number | null => {
    const seconds = toFiniteNumber(said[name]);
    return seconds === null ? null : now + seconds * 1000;
  };
  const told = toNonEmptyText(said['refresh_token']);
  const refreshExpiresAt =
    computeExpiry('refresh_expires_in') ?? computeExpiry('refresh_token_expires_in');
  return {
    accessToken: toNonEmptyText(said['access_token']) ?? '',
    accessExpiresAt: computeExpiry('expires_in'),
    refreshToken: told ?? before?.refreshToken ?? null,
    refreshExpiresAt:
      refreshExpiresAt ?? (told === null ? (before?.refreshExpiresAt ?? null) : null),
  };
}
