import type { EgressAllowList } from './allow-list.js';
import { UrlRefused } from './refusal.js';
import { createPublicResolver, type HostResolver, resolveVetted } from './resolve.js';
import { literalAddress, parsePublicUrl } from './url.js';

/**
 * Tells whether a URL that is to be called later may be: by its form, and by where its host leads now.
 * Every call is judged anew, so name servers that do not answer are no reason to refuse it here.
 * @param resolver test seam
 */
export function createUrlCheck(
  allow: EgressAllowList,
  resolver: HostResolver = createPublicResolver(),
): (text: string) => Promise<boolean> {
  return async (text) => {
    try {
      const url = parsePublicUrl(text, allow);
      if (allow.hasOrigin(url.origin) || literalAddress(url.hostname) !== null) return true;
      await resolveVetted(url.hostname, resolver, allow);
      return true;
    } catch (error) {
      if (!(error instanceof UrlRefused)) throw error;
      return error.reason === 'dns' && error.detail !== 'unknown_name';
    }
  };
}
