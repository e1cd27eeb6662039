import type {
  PlatformFailureKind,
  PostErrorCode,
} from '../../../domain/catalogue/social-states.js';

/** A response of the platform, from its documentation or a public report. */
export interface Fixture {
  readonly name: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly draft: readonly [PlatformFailureKind, PostErrorCode];
  /** Kind of failure at the publishing call, if it differs. */
  readonly commit?: 'unknown_outcome';
}

type Means = Pick<Fixture, 'draft' | 'commit'>;
const error = (code: number, subcode: number | null, message: string) => ({
  error: {
    message,
    type: 'OAuthException',
    code,
    ...(subcode !== null && { error_subcode: subcode }),
    is_transient: false,
    fbtrace_id: 'A6LJylpZRKw2xKLFsAP-cJh',
  },
});
const row = (code: number, subcode: number | null, message: string, means: Means): Fixture => ({
  name: subcode === null ? String(code) : `${code}/${subcode}`,
  status: 400,
  body: error(code, subcode, message),
  ...means,
});

const MEDIA: Means = { draft: ['permanent', 'MEDIA_REFUSED'] };
const AGAIN: Means = { draft: ['new_draft', 'PLATFORM_UNAVAILABLE'], commit: 'unknown_outcome' };
const TRY: Means = { draft: ['retry', 'PLATFORM_UNAVAILABLE'], commit: 'unknown_outcome' };
const RATE: Means = { draft: ['rate_limited', 'PLATFORM_UNAVAILABLE'] };
const LOGIN: Means = { draft: ['unauthorized', 'ACCOUNT_NEEDS_LOGIN'] };

/**
 * Source: developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/
 * error-codes, updated 2 June 2026, read 22 November 2026.
 */
const INSTAGRAM: readonly Fixture[] = [
  row(-2, 2207003, 'It takes too long to download the media.', AGAIN),
  row(-2, 2207020, 'The media you are trying to access has expired.', AGAIN),
  row(-1, 2207001, 'Instagram server error. Try again.', TRY),
  row(-1, 2207032, 'Create media fail, please try to re-create media', AGAIN),
  row(-1, 2207053, 'unknown upload error', AGAIN),
  row(1, 2207057, 'Thumbnail offset must be greater than or equal to 0', {
    draft: ['permanent', 'SETTINGS_REFUSED'],
  }),
  row(4, 2207051, 'We restrict certain activity to protect our community.', {
    draft: ['quota', 'QUOTA_REACHED'],
    commit: 'unknown_outcome',
  }),
  row(9, 2207042, 'You reached the maximum number of posts', { draft: ['quota', 'QUOTA_REACHED'] }),
  row(24, 2207006, 'The media with {media-id} cannot be found.', AGAIN),
  row(24, 2207008, 'The media builder with creation id does not exist', AGAIN),
  row(25, 2207050, 'The Instagram account is restricted.', {
    draft: ['permanent', 'PLATFORM_REFUSED'],
  }),
  row(100, 2207023, 'The media type {media-type} is unknown.', MEDIA),
  row(100, 2207028, 'Your post needs to have between 2 and 10 items', MEDIA),
  row(100, 2207040, 'Cannot use more than {max-tag-count} tags per created media.', {
    draft: ['permanent', 'SETTINGS_REFUSED'],
  }),
  row(352, 2207026, 'The video format is not supported.', MEDIA),
  row(9004, 2207052, 'The media could not be fetched from this uri', {
    draft: ['new_draft', 'MISCONFIGURED'],
    commit: 'unknown_outcome',
  }),
  row(9007, 2207027, 'The media is not ready for publishing, please wait for a moment', {
    draft: ['retry', 'PLATFORM_UNAVAILABLE'],
  }),
  row(36000, 2207004, 'The image size is too large.', MEDIA),
  row(36001, 2207005, 'The image format is not supported.', MEDIA),
  row(36003, 2207009, 'The aspect ratio is not supported.', MEDIA),
  row(36004, 2207010, 'The caption was too long', { draft: ['permanent', 'CAPTION_REFUSED'] }),
];

/**
 * Sources: the handling of errors of the Graph API (developers.facebook.com/docs/graph-api/guides/
 * error-handling), read 22 November 2026, and reports: github.com/fbsamples/threads_api/issues/70
 * (24/4279009). The code of 4279004 and 4279013 is arbitrary, because no source that we found shows
 * it.
 */
const COMMON: readonly Fixture[] = [
  row(1, null, 'An unknown error occurred', TRY),
  row(2, null, 'An unexpected error has occurred. Please retry your request later.', TRY),
  row(4, null, 'Application request limit reached', RATE),
  row(17, null, 'User request limit reached', RATE),
  row(80002, null, 'There have been too many calls to this Instagram account.', RATE),
  row(10, null, 'Application does not have permission for this action', {
    draft: ['reauth', 'ACCOUNT_NEEDS_LOGIN'],
  }),
  row(200, null, 'Permissions error', { draft: ['reauth', 'ACCOUNT_NEEDS_LOGIN'] }),
  row(190, 463, 'Error validating access token: Session has expired', LOGIN),
  row(190, 460, 'The session was invalidated: the user changed the password', LOGIN),
  row(100, 33, 'Unsupported get request. Object does not exist', TRY),
  row(100, null, 'Invalid parameter', { draft: ['permanent', 'PLATFORM_REFUSED'] }),
  row(24, 4279009, 'The requested resource does not exist', AGAIN),
  row(100, 4279004, 'Invalid Carousel Children', AGAIN),
  row(24, 4279013, 'The user is restricted', { draft: ['permanent', 'PLATFORM_REFUSED'] }),
  row(98765, null, 'An error that nobody knows yet', { draft: ['permanent', 'PLATFORM_REFUSED'] }),
];

/** Responses of proxies and of a platform with an outage. */
const BROKEN: readonly Fixture[] = [
  { name: 'http_502', status: 502, body: '<html>Bad Gateway</html>', ...TRY },
  { name: 'http_403', status: 403, body: '<html>Forbidden</html>', ...TRY },
  { name: 'http_400', status: 400, body: '{"error":{"mess', ...TRY },
  { name: 'http_200', status: 200, body: '{"id":"1', ...TRY },
  { name: 'http_302', status: 302, body: '', ...TRY },
  { name: 'http_429', status: 429, body: {}, ...RATE },
  { name: '2', status: 500, body: error(2, null, 'Service temporarily unavailable'), ...TRY },
];

export const ANSWERS: readonly Fixture[] = [...INSTAGRAM, ...COMMON, ...BROKEN];
