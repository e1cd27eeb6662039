import type {
  PlatformFailureKind,
  PostErrorCode,
} from '../../../domain/catalogue/social-states.js';
import { PlatformFailure } from '../../../domain/ports/social-platform.js';

const DAY = 24 * 60 * 60_000;
/** TikTok limits calls per minute. */
const WINDOW_MS = 60_000;

/**
 * Error codes in responses and reasons for failed posts; the documentation spells some in two ways.
 */
export const TIKTOK_FAILURES: Readonly<
  Record<string, readonly [PlatformFailureKind, PostErrorCode]>
> = {
  access_token_invalid: ['unauthorized', 'ACCOUNT_NEEDS_LOGIN'],
  scope_not_authorized: ['reauth', 'ACCOUNT_NEEDS_LOGIN'],
  scope_permission_missed: ['reauth', 'ACCOUNT_NEEDS_LOGIN'],
  auth_removed: ['reauth', 'ACCOUNT_NEEDS_LOGIN'],
  url_ownership_unverified: ['misconfigured', 'MISCONFIGURED'],
  unaudited_client_can_only_post_to_private_accounts: ['misconfigured', 'MISCONFIGURED'],
  privacy_level_option_mismatch: ['permanent', 'SETTINGS_REFUSED'],
  invalid_param: ['permanent', 'PLATFORM_REFUSED'],
  invalid_params: ['permanent', 'PLATFORM_REFUSED'],
  file_format_check_failed: ['permanent', 'MEDIA_REFUSED'],
  duration_check_failed: ['permanent', 'MEDIA_REFUSED'],
  frame_rate_check_failed: ['permanent', 'MEDIA_REFUSED'],
  picture_size_check_failed: ['permanent', 'MEDIA_REFUSED'],
  spam_risk: ['permanent', 'PLATFORM_REFUSED'],
  spam_risk_user_banned_from_posting: ['permanent', 'PLATFORM_REFUSED'],
  spam_risk_too_many_posts: ['quota', 'QUOTA_REACHED'],
  spam_risk_too_many_pending_share: ['quota', 'QUOTA_REACHED'],
  reached_active_user_cap: ['quota', 'QUOTA_REACHED'],
  rate_limit_exceeded: ['rate_limited', 'PLATFORM_UNAVAILABLE'],
  internal: ['retry', 'PLATFORM_UNAVAILABLE'],
  internal_error: ['retry', 'PLATFORM_UNAVAILABLE'],
  video_pull_failed: ['new_draft', 'MEDIA_REFUSED'],
  photo_pull_failed: ['new_draft', 'MEDIA_REFUSED'],
};

/**
 * @param code TikTok's code; null if the response had none
 * @param waitMs from the response's `Retry-After`
 */
export function buildTikTokFailure(
  code: string | null,
  status: number,
  now: number,
  waitMs: number | null = null,
): PlatformFailure {
  const [kind, error] = TIKTOK_FAILURES[code ?? ''] ?? classifyStatus(status);
  return new PlatformFailure(
    kind,
    error,
    formatCodeName(code, status),
    computeRetryTime(kind, now, waitMs),
  );
}

/** Converts the reason why an accepted post failed permanently. Nothing is live. */
export function buildPostFailure(reason: string | null): PlatformFailure {
  const [, error] = TIKTOK_FAILURES[reason ?? ''] ?? classifyStatus(400);
  return new PlatformFailure('permanent', error, formatCodeName(reason, 200));
}

function classifyStatus(status: number): readonly [PlatformFailureKind, PostErrorCode] {
  if (status === 429) return ['rate_limited', 'PLATFORM_UNAVAILABLE'];
  if (status === 401) return ['unauthorized', 'ACCOUNT_NEEDS_LOGIN'];
  // Below 400, the envelope was missing or broken.
  if (status >= 500 || status < 400) return ['retry', 'PLATFORM_UNAVAILABLE'];
  return ['permanent', 'PLATFORM_REFUSED'];
}

function computeRetryTime(
  kind: PlatformFailureKind,
  now: number,
  waitMs: number | null,
): number | null {
  if (kind === 'rate_limited') return now + (waitMs ?? WINDOW_MS);
  return kind === 'quota' ? now + DAY : null;
}

/** Formats a code if it is a single word; anything else might be a user's text. */
const formatCodeName = (code: string | null, status: number): string =>
  code !== null && /^[a-z0-9_]{1,80}$/.test(code) ? code : String(status);
