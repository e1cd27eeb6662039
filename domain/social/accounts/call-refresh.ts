import { PlatformFailure, type SocialPlatform, type Tokens } from '../../ports/social-platform.js';

/** Only this deadline ends a refresh: its result must be stored, even if its caller has left. */
const REFRESH_MS = 10_000;

/** Calls the platform's refresh. Returns new tokens to store, or the failure. */
export async function callRefresh(
  platform: SocialPlatform | undefined,
  tokens: Tokens,
): Promise<{ readonly tokens: Tokens } | { readonly failure: unknown }> {
  if (!platform) {
    return { failure: new PlatformFailure('misconfigured', 'MISCONFIGURED', 'no_app') };
  }
  try {
    const fresh = await platform.refreshTokens(tokens, AbortSignal.timeout(REFRESH_MS));
    return { tokens: keepRefreshToken(tokens, fresh) };
  } catch (failure) {
    return { failure };
  }
}

/**
 * Keeps the old refresh token if the platform does not return a new one, because it is still valid.
 */
export function keepRefreshToken(before: Tokens, fresh: Tokens): Tokens {
  if (fresh.refreshToken !== null) return fresh;
  const { refreshToken, refreshExpiresAt } = before;
  return { ...fresh, refreshToken, refreshExpiresAt: fresh.refreshExpiresAt ?? refreshExpiresAt };
}

/** Checks whether the platform may have issued new tokens that we did not receive. */
export function isAnswerLost(failure: unknown): boolean {
  if (!(failure instanceof PlatformFailure)) return true;
  return failure.kind === 'retry' || failure.kind === 'unknown_outcome';
}
