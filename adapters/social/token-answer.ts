import { PlatformFailure, type Tokens } from '../../domain/ports/social-platform.js';
import { toFields, toFiniteNumber, toNonEmptyText, type Fields } from '../http/json.js';
import { readRetryAfterMs, type VendorAnswer } from '../http/send.js';
import { buildUnavailable } from './send-request.js';

/** Timeout in milliseconds; short, because a refresh holds a lock. */
export const TOKEN_DEADLINE_MS = 10_000;

/** RFC 6749 5.2 errors that concern our app, not the grant. */
const OURS: readonly string[] = [
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'redirect_uri_mismatch',
];

/**
 * Reads a token response's fields. Only `invalid_grant` means that the grant has ended: a gateway
 * error or a wrong client secret must not disconnect accounts.
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
    // Reports only the status, because a description may quote our request.
    throw buildUnavailable(`token ${answer.status}`);
  }
  return said;
}

/** Reads a response's tokens. If the refresh token is missing, the old one stays valid. */
export function readGrantedTokens(said: Fields, now: number, before: Tokens | null): Tokens {
  const computeExpiry = (name: string): number | null => {
    const seconds = toFiniteNumber(said[name]);
    return seconds === null ? null : now + seconds * 1000;
  };
  const newToken = toNonEmptyText(said['refresh_token']);
  const refreshExpiresAt =
    computeExpiry('refresh_expires_in') ?? computeExpiry('refresh_token_expires_in');
  return {
    accessToken: toNonEmptyText(said['access_token']) ?? '',
    accessExpiresAt: computeExpiry('expires_in'),
    refreshToken: newToken ?? before?.refreshToken ?? null,
    refreshExpiresAt:
      refreshExpiresAt ?? (newToken === null ? (before?.refreshExpiresAt ?? null) : null),
  };
}
