import { PlatformFailure, type Tokens } from '../../domain/ports/social-platform.js';
import { fields, number, text, type Fields } from '../http/json.js';
import { retryAfterMs, type VendorAnswer } from '../http/send.js';
import { unavailable } from './ask.js';

/** Milliseconds: whoever refreshes holds a lock meanwhile. */
export const TOKEN_DEADLINE_MS = 10_000;

/** Errors of RFC 6749 5.2 that are about our app, not about the grant. */
const OURS: readonly string[] = [
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'redirect_uri_mismatch',
];

/**
 * The fields of an answer of a token endpoint. Only `invalid_grant` means that the grant is over:
 * a gateway or a wrong secret of ours must not disconnect anybody.
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
    // Words of RFC 6749 alone; a description may quote what we sent.
    throw unavailable(`token ${answer.status}`);
  }
  return said;
}

/**
 * The tokens of an answer. A refresh token that it lacks stays as it was: it is never lost by an
 * answer that says nothing of it.
 */
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
