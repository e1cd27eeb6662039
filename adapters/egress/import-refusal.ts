import { shortenUrl } from '../../domain/contract/show-value.js';
import type { RefusalDetail, RefusalReason, UrlRefused } from './refusal.js';

const SEND_IT = 'send the file itself as an upload';
const PRIVATE = `send a public URL, or ${SEND_IT}`;

/**
 * Texts that describe the problem with an import URL and the next step; `#` is replaced by the
 * figure. They state only what is known about the URL and about public servers. A host in our own
 * network gets the same text as a host that does not exist, so callers cannot discover our hosts.
 */
const WORDS: Readonly<Record<RefusalReason | RefusalDetail, readonly [string, string]>> = {
  bad_url: ['is not a URL', 'send a public one such as https://example.com/picture.jpg'],
  too_long: ['is too long', 'a URL can have at most # characters'],
  credentials: ['contains a user name or password', `leave them out, or ${SEND_IT}`],
  scheme: ['does not start with https://', 'send a public https URL'],
  port: ['uses port #', 'only port 443 is allowed: leave the port out'],
  blocked_address: ['has a host without a public address', `check the spelling, ${PRIVATE}`],
  literal_address: ['has a private or reserved address', PRIVATE],
  dns: ['has a host for which the name servers did not answer', `try again, or ${SEND_IT}`],
  connect: ['does not accept connections on port 443', 'check that it opens in a browser'],
  tls: ['has no valid certificate', `have its certificate fixed, or ${SEND_IT}`],
  timeout: [
    'took too long',
    'it must answer within 5 seconds and finish within 60: try again, or send a smaller file',
  ],
  redirect: [
    'answers with a redirect without a single valid address',
    'send the address of the file itself',
  ],
  too_many_redirects: ['is redirected more than # times', 'send the final address'],
  http_status: ['answered with HTTP status #', 'check that it opens without a login'],
  too_large: ['is larger than # bytes', 'send a smaller file'],
  headers_too_large: ['answers with headers of more than 16 KiB', SEND_IT],
  encoding: [
    'is compressed although that was not requested',
    `turn compression off, or ${SEND_IT}`,
  ],
  reset: ['broke off before the file was complete', 'try again'],
  exhausted: ['could not be fetched just now', 'try again'],
};

/**
 * Returns why an import was refused, to complete "<field>: …".
 * @param given the URL as the caller wrote it
 */
export function describeRefusal(given: string, refused: UrlRefused): string {
  const { reason, detail, figure, target } = refused;
  const [fact, advice] = WORDS[detail ?? reason];
  const via =
    target === undefined || reason === 'redirect'
      ? ''
      : ` is redirected to ${shortenUrl(target)}, which`;
  const words = `${fact}; ${advice}`.replace('#', String(figure));
  return `${shortenUrl(given)}${via} ${words}`;
}
