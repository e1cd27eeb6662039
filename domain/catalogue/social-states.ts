/** States of a post across all platforms. */
export const POST_STATUSES = ['scheduled', 'published', 'partial', 'failed', 'cancelled'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

/**
 * States of a post on one platform. The state only moves to the right, by compare-and-set. `armed`
 * means that a publishing request may have been sent: from then on, only the platform knows the
 * outcome.
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

/** Final states of a post on a platform. */
export const SETTLED_STATES: readonly PublicationState[] = ['published', 'failed', 'cancelled'];

/**
 * Reasons why a post is not on a platform: `results[].error_code` with the text of
 * `results[].error`.
 */
export const POST_ERRORS = {
  ACCOUNT_DISCONNECTED: 'The account is no longer connected. Connect it and post again.',
  ACCOUNT_NEEDS_LOGIN: 'The platform ended the connection. Connect the account again.',
  FEE_UNPAID: 'The monthly fee of the account is unpaid. Add credits; it is charged daily.',
  PLAN_REQUIRED: 'The plan does not include social publishing. Choose a paid plan.',
  ACCOUNT_SUSPENDED: 'Your account with this service is suspended.',
  MEDIA_REFUSED: 'The platform does not accept the image or video.',
  CAPTION_REFUSED: 'The platform does not accept the text.',
  DUPLICATE_TEXT: 'The account has already posted this text. Change the caption and post again.',
  SETTINGS_REFUSED: 'The platform does not accept the settings for this account.',
  QUOTA_REACHED: 'The platform accepts no more posts from this account or app today.',
  PLATFORM_REFUSED: 'The platform refused the post.',
  PLATFORM_UNAVAILABLE: 'The platform did not respond. Nothing was posted.',
  MISCONFIGURED: 'The app of this service is not set up for this on the platform.',
  OUTCOME_UNKNOWN: 'The outcome could not be confirmed. Check the account before you post again.',
  TOO_LATE: 'The post could not be published within 24 hours after its time.',
  CANCELLED: 'The post was cancelled before its time.',
} as const;
export type PostErrorCode = keyof typeof POST_ERRORS;

/**
 * Kinds of failed platform calls. Steps branch only on this value.
 * - `retry`: try the same call again; nothing was published
 * - `new_draft`: the prepared draft is lost or unusable; prepare again
 * - `unauthorized`: the access token is refused; refresh it once, then `reauth`
 * - `reauth`: the connection does not work until the owner connects again
 * - `rate_limited`: do not retry before `until`
 * - `quota`: not possible today
 * - `permanent`: never possible with this media, text or settings
 * - `misconfigured`: a problem with our app or its budget; operators are notified
 * - `unknown_outcome`: a publishing call got no certain response
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
