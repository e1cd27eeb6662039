import { isIP } from 'node:net';
import { isPublicAddress } from './address.js';
import type { EgressAllowList } from './allow-list.js';
import { type RefusalDetail, UrlRefused } from './refusal.js';

/** Maximum length in UTF-16 units of a URL as written and in its canonical form. */
const MAX_URL_LENGTH = 2048;

/**
 * Parses a URL from a caller or a redirect.
 *
 * The URL must be https on port 443 without credentials; a literal address must be public. An
 * origin on the allow list may also use plain http, another port and a private address. The checks
 * use the parsed `URL`, which is also used to connect. The addresses of a name are checked when
 * connecting.
 * @param base URL of the redirect, for relative targets
 * @throws {UrlRefused} `bad_url` or `blocked_address`
 */
export function parsePublicUrl(text: string, allow: EgressAllowList, base?: URL): URL {
  const url = parseAnyPort(text, allow, base);
  if (url.port !== '' && !allow.hasOrigin(url.origin)) {
    throw new UrlRefused('bad_url', { detail: 'port', figure: Number(url.port) });
  }
  return url;
}

/** Parses a webhook URL by the same rules, but allows any port except 0. */
export function parseWebhookUrl(text: string, allow: EgressAllowList): URL {
  const url = parseAnyPort(text, allow);
  if (url.port === '0') throw new UrlRefused('bad_url', { detail: 'port', figure: 0 });
  return url;
}

function parseAnyPort(text: string, allow: EgressAllowList, base?: URL): URL {
  const url = text.length > MAX_URL_LENGTH ? null : URL.parse(text, base?.href);
  const length = url?.href.length ?? text.length;
  if (length > MAX_URL_LENGTH) {
    throw new UrlRefused('bad_url', { detail: 'too_long', figure: MAX_URL_LENGTH });
  }
  if (!url) throw new UrlRefused('bad_url');
  if (url.username || url.password) throw new UrlRefused('bad_url', { detail: 'credentials' });
  if (allow.hasOrigin(url.origin)) return url;
  if (url.protocol !== 'https:') throw new UrlRefused('bad_url', { detail: 'scheme' });
  const literal = parseLiteralAddress(url.hostname);
  const fault = literal === null ? null : findAddressFault(literal, allow, 'literal_address');
  if (fault) throw fault;
  return url;
}

/** Returns the literal address in a host name, without brackets; null if the host is a name. */
export function parseLiteralAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : bare;
}

/** Returns a `blocked_address` refusal; null if the address is public or exempted. */
export function findAddressFault(
  ip: string,
  allow: EgressAllowList,
  detail?: RefusalDetail,
): UrlRefused | null {
  if (isPublicAddress(ip) || allow.hasAddress(ip)) return null;
  return new UrlRefused('blocked_address', { detail, cause: new Error(`${ip} is not public`) });
}
