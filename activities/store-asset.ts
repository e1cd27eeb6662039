import type { Asset } from '../domain/ports/provider.js';
import type { JobKind } from '../domain/ports/provider-job.js';
import type { LocalFile } from '../domain/ports/egress.js';
import type { ObjectStore } from '../domain/ports/object-store.js';

export interface StoreAssetDeps {
  readonly store: ObjectStore;
}

/** An upstream's result: bytes, a downloaded file, or a result that is already stored. */
export type DeliveredAsset = Asset | { readonly file: LocalFile } | { readonly stored: true };

/** Raw assets are never served, so their content type is only informative. */
const TYPES: Readonly<Record<JobKind, string>> = {
  image: 'application/octet-stream',
  video: 'video/mp4',
  speech: 'application/octet-stream',
  lip_sync: 'video/mp4',
};

/**
 * Stores an upstream's result unchanged and immediately, because its URLs expire within minutes.
 */
export async function storeAsset(
  { store }: StoreAssetDeps,
  asset: DeliveredAsset,
  { key, kind }: { key: string; kind: JobKind },
): Promise<void> {
  if ('stored' in asset) return;
  if ('bytes' in asset) return store.put(key, asset.bytes, asset.contentType);
  if (!('file' in asset)) throw new TypeError('An address is fetched before it is stored.');
  try {
    await store.putFile(key, asset.file.path, asset.file.size, TYPES[kind]);
  } finally {
    await asset.file.remove();
  }
}
