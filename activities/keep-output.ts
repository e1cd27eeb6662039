import { randomBytes } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import type { DataSource } from 'typeorm';
import { toDeliverable } from '../adapters/storage/deliverable.js';
import type { ObjectStore } from '../adapters/storage/object-store.js';
import { reserveOutputKeys } from '../domain/commands/advance-generation.js';
import type { GeneratedAsset } from './render.js';

export interface KeepDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
}

export type KeepInput = GeneratedAsset & { readonly generationId: string };

/** Largest asset that an upstream may deliver: a 4K image without compression fits. */
const ASSET_BYTES_MAX = 100_000_000;

/**
 * Copies the asset out at once: WebP, thumbnail, provenance; then forgets the raw asset. Repeating it
 * writes the same two objects, because their keys were fixed before the first byte.
 */
export async function keepOutput(deps: KeepDeps, input: KeepInput): Promise<void> {
  const folder = `outputs/${input.generationId}/${randomBytes(16).toString('hex')}`;
  const keys = await reserveOutputKeys(deps.db, input.generationId, {
    output: `${folder}.webp`,
    thumbnail: `${folder}-thumb.webp`,
  });
  // Finished by an earlier run of this step whose answer was lost.
  if (!keys) return;
  const asset = await deps.store.get(input.assetKey, ASSET_BYTES_MAX);
  if (!asset) {
    // The thumbnail is written last: an earlier try got through and its answer was lost.
    if (await deps.store.stat(keys.thumbnail)) return;
    throw ApplicationFailure.nonRetryable('The generated asset is gone.', 'AssetMissing');
  }
  const made = await toDeliverable(asset, {
    generationId: input.generationId,
    synthetic: input.provider === 'local' ? 'algorithmic' : 'trained',
  });
  await deps.store.put(keys.output, made.image, 'image/webp');
  await deps.store.put(keys.thumbnail, made.thumbnail, 'image/webp');
  await deps.store.remove([input.assetKey]);
}
