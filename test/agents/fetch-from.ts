import { parseEgressAllow } from '../../adapters/egress/allow-list.js';
import { createFetchDocument } from '../../adapters/egress/fetch-document.js';
import { createPublicFetch } from '../../adapters/egress/public-fetch.js';
import type { FetchDocument } from '../../domain/ports/egress.js';
import { throwawayCertificate, type Site } from '../egress/servers.js';

interface Way {
  /** Addresses that the guard allows although they are private. */
  readonly allow: string;
  /** DNS results by host name. Other names resolve to this machine. */
  readonly addressOf?: (name: string) => string | undefined;
}

/**
 * Fetches documents through the real guard, with port 443 of a host mapped to a site of the test.
 */
export const fetchFrom = (
  site: Site,
  host: string,
  { allow, addressOf = () => undefined }: Way,
): FetchDocument =>
  createFetchDocument(
    createPublicFetch({
      allow: parseEgressAllow(allow),
      resolver: async (name) => [addressOf(name) ?? '127.0.0.1'],
      portMap: new Map([[host, site.port]]),
      ca: throwawayCertificate().cert,
    }),
  );
