import { parseEgressAllow } from '../adapters/egress/allow-list.js';
import { createFetchAsset, type FetchAsset } from '../adapters/egress/fetch-asset.js';
import { createFetchDocument } from '../adapters/egress/fetch-document.js';
import { createFetchFile } from '../adapters/egress/fetch-file.js';
import { createPublicFetch } from '../adapters/egress/public-fetch.js';
import type { FetchDocument } from '../domain/ports/egress.js';
import type { Env } from './env.js';
import { listProviderOrigins } from './providers.js';

/** Fetches from external addresses through the egress guard. */
export interface GuardedFetches {
  readonly fetchFile: ReturnType<typeof createFetchFile>;
  /** Fetches metadata that agents publish about themselves. */
  readonly fetchDocument: FetchDocument;
  readonly fetchAsset: FetchAsset;
}

export function createFetches(env: Env): GuardedFetches {
  const publicFetch = createPublicFetch({ allow: parseEgressAllow(env.egressAllow) });
  // A self-hosted upstream serves its results from its own, often private, address. Only upstream
  // origins and EGRESS_ALLOW are exempt from the guard.
  const upstreams = [env.egressAllow, ...listProviderOrigins(env)].filter(Boolean).join(',');
  return {
    fetchFile: createFetchFile(publicFetch),
    fetchDocument: createFetchDocument(publicFetch),
    fetchAsset: createFetchAsset(createPublicFetch({ allow: parseEgressAllow(upstreams) })),
  };
}
