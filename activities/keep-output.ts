import { ApplicationFailure } from '@temporalio/activity';
import type { DataSource } from 'typeorm';
import { toDeliverable } from '../adapters/media/deliverable.js';
import type { ObjectStore } from '../domain/ports/object-store.js';
import type { Provenance } from '../adapters/media/provenance.js';
import { RENDERER } from '../domain/catalogue/makers.js';
import { buildKey } from '../domain/catalogue/object-keys.js';
import { reserveOutputKeys } from '../domain/generations/advance-generation.js';
import { Generation } from '../entities/generation.js';
import type { GeneratedAsset } from './generate-step.js';
import { newSecret } from '../domain/contract/ids.js';

export interface KeepDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
}

export type KeepInput = GeneratedAsset & { readonly generationId: string };

/** The largest asset that we take from an upstream: a 4K image without compression fits. */
const ASSET_BYTES_MAX = 100_000_000;

/**
 * Makes the output from the raw asset: WebP, thumbnail, provenance; then deletes the raw asset.
 * When repeated it writes the same two objects, because their keys were set before the first byte.
 * @param held the asset itself, when it has not been to the store
 */
export async function keepOutput(
  deps: KeepDeps,
  input: KeepInput,
  signal: AbortSignal,
  held?: Buffer,
): Promise<void> {
  const keys = await reserveKeys(deps.db, input.generationId, 'webp');
  // Finished by an earlier run of this step whose answer was lost.
  if (!keys) return;
  const asset = held ?? (await deps.store.get(input.assetKey, ASSET_BYTES_MAX, signal));
  if (!asset) {
    // The thumbnail is written last, so an earlier try succeeded and its answer was lost.
    if (await deps.store.stat(keys.thumbnail)) return;
    throw ApplicationFailure.nonRetryable('The generated asset is gone.', 'AssetMissing');
  }
  const made = await toDeliverable(asset, describeOrigin(input));
  await deps.store.put(keys.output, made.image, 'image/webp', signal);
  await deps.store.put(keys.thumbnail, made.thumbnail, 'image/webp', signal);
  await removeIfDeleted(deps, input.generationId, keys);
  if (!held) await deps.store.remove([input.assetKey]);
}

/**
 * Removes what was just written when the generation was deleted meanwhile: Temporal may have given
 * this worker up long ago, and another one finished. The sweep does it for a worker that is killed.
 */
export async function removeIfDeleted(
  { db, store }: KeepDeps,
  id: string,
  keys: { readonly output: string; readonly thumbnail: string },
): Promise<void> {
  if (await db.manager.existsBy(Generation, { id })) return;
  await store.remove([keys.output, keys.thumbnail]);
}

/** The keys of an output, the same at every try; null when the generation has ended meanwhile. */
export async function reserveKeys(
  db: DataSource,
  generationId: string,
  extension: 'webp' | 'mp4',
): Promise<{ output: string; thumbnail: string } | null> {
  const own = { id: generationId, name: newSecret() };
  return reserveOutputKeys(db, generationId, {
    output: buildKey({ kind: 'output', ...own, extension }),
    thumbnail: buildKey({ kind: 'thumbnail', ...own, extension: 'webp' }),
  });
}

/** Our renderer has no training data and must not claim any. */
export function describeOrigin({ generationId, provider }: KeepInput): Provenance {
  return { generationId, synthetic: provider === RENDERER ? 'algorithmic' : 'trained' };
}
