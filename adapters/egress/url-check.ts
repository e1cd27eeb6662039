import type { UrlFault } from '../../domain/ports/egress.js';
import type { EgressAllowList } from './allow-list.js';
import { UrlRefused } from './refusal.js';
import { createPublicResolver, type HostResolver, resolveVetted } from './resolve.js';
import { parseLiteralAddress, parseWebhookUrl } from './url.js';

/**
 * Creates a check of webhook URLs, which tests their form and their host's current addresses. Each
 * delivery checks the URL again, so the check accepts a URL while its name servers do not respond.
 * @param resolver test seam
 */
export function createUrlCheck(
  allow: EgressAllowList,
  resolver: HostResolver = createPublicResolver(),
): (text: string) => Promise<UrlFault> {
  return async (text) => {
    try {
      const url = parseWebhookUrl(text, allow);
      if (allow.hasOrigin(url.origin) || parseLiteralAddress(url.hostname) !== null) return null;
      await resolveVetted(url.hostname, resolver, allow);
      return null;
    } catch (error) {
      if (!(error instanceof UrlRefused)) throw error;
      if (error.reason === 'blocked_address') return 'blocked_address';
      if (error.reason === 'dns') return null;
      return 'bad_url';
    }
  };
}
