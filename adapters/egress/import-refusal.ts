import { shortenUrl } from '../../domain/contract/show-value.js';
import type { RefusalDetail, RefusalReason, UrlRefused } from './refusal.js';

const SEND_IT = 'send the file itself as an upload';
const PRIVATE = `give a public URL, or ${SEND_IT}`;

/**
 * What is wrong with the URL of an import, and what to do; `#` stands for the figure. The texts
 * name facts about the URL and about public servers. A name of our own network gets the same text as a
 * name that does not exist, so that callers do not learn the names of our network.
 */
const WORDS: Readonly<Record<RefusalReason | RefusalDetail, readonly [string, string]>> = {
  bad_url: ['is not a URL', 'give a public one such as https://example.com/picture.jpg'],
  too_long: ['is too long', 'a URL may have # characters'],
  credentials: ['holds a user name or password', `leave them out, or ${SEND_IT}`],
  scheme: ['does not begin with https://', 'give a public https URL'],
  port: ['names port #', 'only port 443 is fetched from: leave the port out'],
  blocked_address: ['has a name without a public address', `check the spelling, ${PRIVATE}`],
  literal_address: ['names a private or reserved address', PRIVATE],
  dns: ['has a name that the name servers did not answer for', `try again, or ${SEND_IT}`],
  connect: ['takes no connection on port 443', 'check that it opens in a browser'],
  tls: ['has no valid certificate', `have its certificate mended, or ${SEND_IT}`],
  timeout: [
    'took too long',
    'it has to answer within 5 seconds and be complete within 60: try again, or send a smaller file',
  ],
  redirect: ['answers with a redirect to no single address', 'give the address of the file itself'],
  too_many_redirects: [
    'is redirected more than # times',
    'give the address at which the redirects end',
  ],
  http_status: ['answered with HTTP status #', 'check that it opens without a login'],
  too_large: ['is larger than # bytes', 'send a smaller file'],
  headers_too_large: ['answers with headers of more than 16 KiB', SEND_IT],
  encoding: ['is sent compressed although that was not asked for', `turn it off, or ${SEND_IT}`],
  reset: ['broke off before the file was complete', 'try again'],
  exhausted: ['could not be fetched just now', 'try again'],
};

/**
 * Why an import was refused, in words that complete "<field>: …".
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
