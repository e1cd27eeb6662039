import { PLATFORM_TABLE, type Platform } from '../../catalogue/social-platforms.js';
import type { Tokens } from '../../ports/social-platform.js';

/**
 * Refresh no later than after this part of the remaining lifetime of the token that keeps the
 * connection alive.
 */
const SAFE_PART = 5 / 6;

/**
 * Computes when the schedule refreshes unused tokens: a random time within the platform's range, so
 * that accounts connected on the same day do not all become due on one day.
 * @param random from 0 to 1
 * @returns Unix milliseconds
 */
export function computeNextRefresh(
  platform: Platform,
  { accessExpiresAt, refreshToken, refreshExpiresAt }: Tokens,
  now: number,
  random = Math.random(),
): number {
  const { fromMs, toMs } = PLATFORM_TABLE[platform].idle;
  const endsAt = refreshToken === null ? accessExpiresAt : refreshExpiresAt;
  const lifeMs = endsAt === null ? Infinity : Math.max(0, endsAt - now);
  const latest = Math.min(toMs, lifeMs * SAFE_PART);
  const earliest = fromMs < latest ? fromMs : latest / 2;
  return Math.round(now + earliest + random * (latest - earliest));
}

/** Checks whether tokens must be refreshed before use. */
export function isDue(
  platform: Platform,
  tokens: Tokens,
  { tokensAt, now }: { readonly tokensAt: number; readonly now: number },
): boolean {
  const { refresh } = PLATFORM_TABLE[platform];
  if ('afterMs' in refresh) return now >= tokensAt + refresh.afterMs;
  const { accessExpiresAt } = tokens;
  return accessExpiresAt !== null && now >= accessExpiresAt - refresh.beforeEndMs;
}
