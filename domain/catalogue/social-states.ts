/** How a whole post stands, as callers see it. */
export const POST_STATUSES = ['scheduled', 'published', 'partial', 'failed', 'cancelled'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

/**
 * How a post stands on one platform. It moves to the right only, by compare-and-set: `armed` means
 * that a request which publishes may have been sent, so from there on only the platform can say
 * what has happened.
 */
export const PUBLICATION_STATES = [
  'waiting',
  'preparing',
  'armed',
  'published',
  'failed',
  'cancelled',
] as const;
export type PublicationState = (typeof PUBLICATION_STATES)[number];

/** States in which nothing more happens. */
export const SETTLED_STATES: readonly PublicationState[] = ['published', 'failed', 'cancelled'];

/** Why a platform has no post: `results[].error_code`, each with the words of `results[].error`. */
export const POST_ERRORS = {
  ACCOUNT_DISCONNECTED: 'The account is not connected any more. Connect it and post again.',
  ACCOUNT_NEEDS_LOGIN: 'The platform has ended the connection. Connect the account again.',
  FEE_UNPAID: 'The monthly fee of the account is unpaid. Add credits; it is charged daily.',
  PLAN_REQUIRED: 'The plan does not include social publishing. Choose a paid plan.',
  ACCOUNT_SUSPENDED: 'The account of the service is suspended.',
  MEDIA_REFUSED: 'The platform does not accept the picture or clip.',
  CAPTION_REFUSED: 'The platform does not accept the text.',
  DUPLICATE_TEXT: 'The account has posted this text before. Change the caption and post again.',
  SETTINGS_REFUSED: 'The platform does not accept the settings for this account.',
  QUOTA_REACHED: 'The platform takes no more posts of this account or app today.',
  PLATFORM_REFUSED: 'The platform refused the post.',
  PLATFORM_UNAVAILABLE: 'The platform did not answer. Nothing was posted.',
  MISCONFIGURED: 'The app of this service is not set up for this on the platform.',
  OUTCOME_UNKNOWN: 'The outcome could not be confirmed. Look at the account before you post again.',
  TOO_LATE: 'The post could not be made within 24 hours after its time.',
  CANCELLED: 'The post was cancelled before its time.',
} as const;
export type PostErrorCode = keyof typeof POST_ERRORS;

/**
 * What a failed call of a platform means: the only thing that steps branch on.
 * - `retry`: try the same call again; nothing was published
 * - `new_draft`: what was prepared is gone or spoilt; prepare again
 * - `unauthorized`: the access token is refused; refresh it once, then `reauth`
 * - `reauth`: the connection is dead until its owner connects again
 * - `rate_limited`: not before `until`
 * - `quota`: not today
 * - `permanent`: never with this media, text or settings
 * - `misconfigured`: our app or its budget; operators are told
 * - `unknown_outcome`: a call that publishes got no certain answer
 */
export type PlatformFailureKind =
  | 'retry'
  | 'new_draft'
  | 'unauthorized'
  | 'reauth'
  | 'rate_limited'
  | 'quota'
  | 'permanent'
  | 'misconfigured'
  | 'unknown_outcome';
