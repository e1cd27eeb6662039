import type { Asset } from '../domain/ports/provider.js';
import type { LocalFile } from '../domain/ports/fetch-file.js';
import type { ObjectStore } from '../domain/ports/object-store.js';

export interface StoreAssetDeps {
  readonly store: ObjectStore;
}

/** What an upstream handed over: bytes, or a file that was fetched. */
export type Delivered = Asset | { readonly file: LocalFile };

/** Raw assets are never served, so their type is only a note. */
const TYPES = { image: 'application/octet-stream', video: 'video/mp4' } as const;

/** Puts what an upstream made into the store as it is, at once: its addresses live for minutes. */
export async function storeAsset(
  { store }: StoreAssetDeps,
  asset: Delivered,
  { key, kind }: { key: string; kind: 'image' | 'video' },
): Promise<void> {
  if ('bytes' in asset) return store.put(key, asset.bytes, asset.contentType);
  if (!('file' in asset)) throw new TypeError('An address is fetched before it is stored.');
  try {
    await store.putFile(key, asset.file.path, asset.file.size, TYPES[kind]);
  } finally {
    await asset.file.remove();
  }
}
