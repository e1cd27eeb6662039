import type { UrlFault } from '../ports/egress.js';
import { refuseInvalid } from '../contract/refusal.js';
import { showValue } from '../contract/show-value.js';

export interface UrlCheckDeps {
  /**
   * Finds the reason why deliveries cannot go to a URL; null for a public https URL or an origin
   * that the operator allows.
   */
  readonly urlFault: (url: string) => Promise<UrlFault>;
}

/**
 * Refuses a URL that deliveries cannot reach, with the reason and an alternative.
 * @param path the field that contains the URL
 * @throws {Refusal} VALIDATION_ERROR
 */
export async function checkWebhookUrl(
  deps: UrlCheckDeps,
  url: string,
  path = 'body.url',
): Promise<void> {
  const fault = await deps.urlFault(url);
  if (fault !== null) throw refuseInvalid([{ path, message: describeUrlFault(fault, url) }]);
}

function describeUrlFault(fault: Exclude<UrlFault, null>, text: string): string {
  const url = URL.parse(text);
  const host = showValue(url?.hostname || text);
  if (fault === 'blocked_address') {
    return `the host ${host} has no public address. Check its spelling and its DNS record, or use a host whose addresses are all public.`;
  }
  if (!url) {
    return `${showValue(text)} is not a URL. Send a complete one, such as https://example.com/hooks.`;
  }
  if (url.protocol !== 'https:') {
    return `the URL of ${host} starts with ${showValue(url.protocol)}, but deliveries go to https only. Send a public https URL; any port is allowed.`;
  }
  if (url.username || url.password) {
    return `the URL of ${host} contains a user name or password, which deliveries do not send. Remove them, and authenticate deliveries by their signature.`;
  }
  return `the URL of ${host} is longer than 2,048 characters or has port 0. Send a public https URL; any other port is allowed.`;
}
