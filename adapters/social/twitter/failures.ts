import type {
  PlatformFailureKind,
  PostErrorCode,
} from '../../../domain/catalogue/social-states.js';
import { PlatformFailure } from '../../../domain/ports/social-platform.js';
import { toFields, toFieldsList, toNonEmptyText } from '../../http/json.js';
import { readRetryAfterMs, type VendorAnswer } from '../../http/send.js';

const MINUTE = 60_000;
/** The window of all X limits, used if a response does not say when the limit ends. */
const WINDOW_MS = 15 * MINUTE;

/** Collects a problem's texts (RFC 9457), which distinguish refusals and are never shown. */
function collectProblemText({ json }: VendorAnswer): string {
  const said = toFields(json);
  const inner = toFieldsList(said['errors']).flatMap(({ detail, message }) => [detail, message]);
  return [said['type'], said['title'], said['detail'], ...inner]
    .map((each) => toNonEmptyText(each))
    .join(' ');
}

/** Returns whether X rejects the media: unknown, not ready, or too old. */
export const isMediaRefusal = (answer: VendorAnswer): boolean =>
  answer.status === 400 && /media/i.test(collectProblemText(answer));

/** Converts a refused call that certainly had no effect. */
export function buildTwitterFailure(answer: VendorAnswer): PlatformFailure {
  const { status } = answer;
  const words = collectProblemText(answer);
  const fail = (kind: PlatformFailureKind, code: PostErrorCode, name: string) =>
    new PlatformFailure(kind, code, `${status} ${name}`.trim());
  if (/usage-capped|credits|client-not-enrolled|client-forbidden/i.test(words) || status === 402) {
    return fail('misconfigured', 'MISCONFIGURED', 'usage');
  }
  if (status === 429) return buildLimitFailure(answer);
  if (status === 401) return fail('unauthorized', 'ACCOUNT_NEEDS_LOGIN', '');
  // Such a response may come from a gateway, which does not know whether X has the post: retry.
  if (status >= 500 || status < 400 || words.trim() === '') {
    return fail('retry', 'PLATFORM_UNAVAILABLE', '');
  }
  // X already has a post with this text. Ours is sent only once, so it cannot be its own duplicate.
  if (/duplicate/i.test(words)) return fail('permanent', 'DUPLICATE_TEXT', 'duplicate');
  if (/too long|weighted length|text is invalid/i.test(words)) {
    return fail('permanent', 'CAPTION_REFUSED', 'text');
  }
  if (/suspended|locked/i.test(words)) return fail('permanent', 'PLATFORM_REFUSED', 'account');
  return fail('permanent', 'PLATFORM_REFUSED', '');
}

/** Builds the failure for media that X could not process. */
export const refuseMedia = (): PlatformFailure =>
  new PlatformFailure('permanent', 'MEDIA_REFUSED', 'processing');

/** Builds a rate-limit failure: we wait for a 15-minute limit, but a daily limit ends the post. */
function buildLimitFailure(answer: VendorAnswer): PlatformFailure {
  const readNumberHeader = (name: string): number => Number(answer.headers[name] ?? Number.NaN);
  const dailies = ['x-user-limit-24hour', 'x-app-limit-24hour'];
  const daily = dailies.find((name) => readNumberHeader(`${name}-remaining`) === 0);
  const seconds = readNumberHeader(daily ? `${daily}-reset` : 'x-rate-limit-reset');
  const until = Number.isFinite(seconds)
    ? seconds * 1_000
    : Date.now() + (readRetryAfterMs(answer) ?? WINDOW_MS);
  return daily
    ? new PlatformFailure('quota', 'QUOTA_REACHED', '429 day', until)
    : new PlatformFailure('rate_limited', 'PLATFORM_UNAVAILABLE', '429', until);
}
