import { PLATFORM_TABLE, type Platform } from '../../catalogue/social-platforms.js';
import type { Tokens } from '../../ports/social-platform.js';

/** Never later than at this part of what is left of the token that keeps the connection alive. */
const SAFE_PART = 5 / 6;

/**
 * When the schedule refreshes tokens that nobody uses: some time of a span of the platform, so that
 * accounts that were connected on one day do not all come due on one day.
 * @param random from 0 to 1
 * @returns Unix milliseconds
 */
export function nextRefreshAt(
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

/** Whether tokens are refreshed before they are used. */
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
