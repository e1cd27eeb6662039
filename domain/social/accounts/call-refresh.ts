import { PlatformFailure, type SocialPlatform, type Tokens } from '../../ports/social-platform.js';

/** Nothing but this ends a refresh: what it brings must be stored, whoever asked for it. */
const REFRESH_MS = 10_000;

/** New tokens as they are stored, or why there are none. */
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

/** A platform that gives no new refresh token means that the old one stays. */
export function keepRefreshToken(before: Tokens, fresh: Tokens): Tokens {
  if (fresh.refreshToken !== null) return fresh;
  const { refreshToken, refreshExpiresAt } = before;
  return { ...fresh, refreshToken, refreshExpiresAt: fresh.refreshExpiresAt ?? refreshExpiresAt };
}

/** Whether the platform may have given new tokens although we got none. */
export function isAnswerLost(failure: unknown): boolean {
  if (!(failure instanceof PlatformFailure)) return true;
  return failure.kind === 'retry' || failure.kind === 'unknown_outcome';
}
