import type {
  PlatformFailureKind,
  PostErrorCode,
} from '../../../domain/catalogue/social-states.js';
import { PlatformFailure } from '../../../domain/ports/social-platform.js';
import { toFields, toFieldsList, toNonEmptyText } from '../../http/json.js';
import { readRetryAfterMs, type VendorAnswer } from '../../http/send.js';
import { computePacificMidnight } from './pacific.js';

const DAY = 24 * 60 * 60_000;
const PAUSE_MS = 60_000;

/** The failure for each value of `error.errors[].reason`. */
export const YOUTUBE_FAILURES: Readonly<
  Record<string, readonly [PlatformFailureKind, PostErrorCode]>
> = {
  quotaExceeded: ['quota', 'QUOTA_REACHED'],
  dailyLimitExceeded: ['quota', 'QUOTA_REACHED'],
  uploadLimitExceeded: ['quota', 'QUOTA_REACHED'],
  rateLimitExceeded: ['retry', 'PLATFORM_UNAVAILABLE'],
  userRateLimitExceeded: ['retry', 'PLATFORM_UNAVAILABLE'],
  backendError: ['retry', 'PLATFORM_UNAVAILABLE'],
  invalidTitle: ['permanent', 'CAPTION_REFUSED'],
  invalidDescription: ['permanent', 'CAPTION_REFUSED'],
  invalidTags: ['permanent', 'SETTINGS_REFUSED'],
  invalidVideoMetadata: ['permanent', 'SETTINGS_REFUSED'],
  mediaBodyRequired: ['permanent', 'MEDIA_REFUSED'],
  authError: ['unauthorized', 'ACCOUNT_NEEDS_LOGIN'],
  youtubeSignupRequired: ['reauth', 'ACCOUNT_NEEDS_LOGIN'],
  authenticatedUserAccountSuspended: ['reauth', 'ACCOUNT_NEEDS_LOGIN'],
  authenticatedUserAccountClosed: ['reauth', 'ACCOUNT_NEEDS_LOGIN'],
  insufficientPermissions: ['reauth', 'ACCOUNT_NEEDS_LOGIN'],
  accessNotConfigured: ['misconfigured', 'MISCONFIGURED'],
};

/**
 * Reasons why YouTube accepted a video but does not show it; all other reasons concern the clip
 * too.
 */
const REJECTED: Readonly<Record<string, PostErrorCode>> = {
  termsOfUse: 'PLATFORM_REFUSED',
  uploaderAccountClosed: 'ACCOUNT_NEEDS_LOGIN',
  uploaderAccountSuspended: 'ACCOUNT_NEEDS_LOGIN',
};

/** Reads an error's reason; null if the error is not from Google or has no reason. */
export function readReason({ json }: Pick<VendorAnswer, 'json'>): string | null {
  const [first] = toFieldsList(toFields(toFields(json)['error'])['errors']);
  return toNonEmptyText(first?.['reason']);
}

/** Converts a refused or failed call. */
export function buildYouTubeFailure(answer: VendorAnswer, now: number): PlatformFailure {
  const reason = readReason(answer);
  const [kind, code] = YOUTUBE_FAILURES[reason ?? ''] ?? classifyStatus(answer.status);
  return new PlatformFailure(
    kind,
    code,
    formatReasonName(reason, answer.status),
    computeRetryTime(kind, reason, answer, now),
  );
}

function classifyStatus(status: number): readonly [PlatformFailureKind, PostErrorCode] {
  if (status === 429) return ['rate_limited', 'PLATFORM_UNAVAILABLE'];
  if (status === 401) return ['unauthorized', 'ACCOUNT_NEEDS_LOGIN'];
  if (status >= 500 || status < 400) return ['retry', 'PLATFORM_UNAVAILABLE'];
  return ['permanent', 'PLATFORM_REFUSED'];
}

function computeRetryTime(
  kind: PlatformFailureKind,
  reason: string | null,
  answer: VendorAnswer,
  now: number,
): number | null {
  if (kind === 'rate_limited') return now + (readRetryAfterMs(answer) ?? PAUSE_MS);
  if (kind !== 'quota') return null;
  // A channel's limit covers 24 hours; our project's quota resets at midnight in California.
  return reason === 'uploadLimitExceeded' ? now + DAY : computePacificMidnight(now);
}

/** Converts the reason why an accepted video is not live. */
export function buildVideoFailure(reason: string | null): PlatformFailure {
  const code = REJECTED[reason ?? ''] ?? 'MEDIA_REFUSED';
  return new PlatformFailure('permanent', code, `rejected ${formatReasonName(reason, 200)}`);
}

/** Formats a reason if it is a single word; anything else might be a user's text. */
const formatReasonName = (reason: string | null, status: number): string =>
  reason !== null && /^[A-Za-z]{1,60}$/.test(reason) ? reason : String(status);
