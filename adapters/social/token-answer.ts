import { PlatformFailure, type Tokens } from '../../domain/ports/social-platform.js';
import { fields, number, text, type Fields } from '../http/json.js';
import { retryAfterMs, type VendorAnswer } from '../http/send.js';
import { unavailable } from './ask.js';

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
  const said = fields(answer.json);
  const error = text(said['error']);
  if (error === 'invalid_grant') throw new PlatformFailure('reauth', 'ACCOUNT_NEEDS_LOGIN', error);
  if (error !== null && OURS.includes(error))
    throw new PlatformFailure('misconfigured', 'MISCONFIGURED', error);
  if (answer.status === 429) {
    const until = now + (retryAfterMs(answer) ?? 60_000);
    throw new PlatformFailure('rate_limited', 'PLATFORM_UNAVAILABLE', '429', until);
  }
  if (answer.status !== 200 || error !== null || text(said['access_token']) === null) {
    // Only the status; a description may quote our request.
    throw unavailable(`token ${answer.status}`);
  }
  return said;
}

/** Reads the tokens of a response. A missing refresh token keeps its old value. */
export function tokensOf(said: Fields, now: number, before: Tokens | null): Tokens {
  const expiresAt = (name: string): number | null => {
    const seconds = number(said[name]);
    return seconds === null ? null : now + seconds * 1000;
  };
  const told = text(said['refresh_token']);
  const refreshExpiresAt = expiresAt('refresh_expires_in') ?? expiresAt('refresh_token_expires_in');
  return {
    accessToken: text(said['access_token']) ?? '',
    accessExpiresAt: expiresAt('expires_in'),
    refreshToken: told ?? before?.refreshToken ?? null,
    refreshExpiresAt:
      refreshExpiresAt ?? (told === null ? (before?.refreshExpiresAt ?? null) : null),
  };
}
