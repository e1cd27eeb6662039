import { parseEgressAllow } from '../adapters/egress/allow-list.js';
import { createFetchAsset, type FetchAsset } from '../adapters/egress/fetch-asset.js';
import { createFetchDocument } from '../adapters/egress/fetch-document.js';
import { createFetchFile } from '../adapters/egress/fetch-file.js';
import { createPublicFetch } from '../adapters/egress/public-fetch.js';
import type { FetchDocument } from '../domain/ports/fetch-document.js';
import type { Env } from './env.js';
import { listProviderOrigins } from './providers.js';

/** What comes from addresses of others, through the guard. */
export interface Fetches {
  readonly fetchFile: ReturnType<typeof createFetchFile>;
  /** What agents publish about themselves. */
  readonly fetchDocument: FetchDocument;
  readonly fetchAsset: FetchAsset;
}

export function createFetches(env: Env): Fetches {
  const publicFetch = createPublicFetch({ allow: parseEgressAllow(env.egressAllow) });
  // A self-hosted upstream serves its results at its own, often private, address. Only these
  // origins and EGRESS_ALLOW are exempt from the guard.
  const upstreams = [env.egressAllow, ...listProviderOrigins(env)].filter(Boolean).join(',');
  return {
    fetchFile: createFetchFile(publicFetch),
    fetchDocument: createFetchDocument(publicFetch),
    fetchAsset: createFetchAsset(createPublicFetch({ allow: parseEgressAllow(upstreams) })),
  };
}
