import { ApplicationFailure } from '@temporalio/activity';
import type { DataSource } from 'typeorm';
import { readContentType, toDeliverable } from '../adapters/media/deliverable.js';
import type { Provenance } from '../adapters/media/provenance.js';
import { RENDERER } from '../domain/catalogue/makers.js';
import { buildKey } from '../domain/catalogue/object-keys.js';
import {
  isSignedAndStored,
  signOutput,
  type SignOutputDeps,
} from '../domain/provenance/sign-output.js';
import { reserveOutputKeys, type OutputKeys } from '../domain/generations/advance-generation.js';
import { Generation } from '../entities/generation.js';
import type { GeneratedAsset } from './generate-step.js';
import { createHexSecret } from '../domain/contract/ids.js';
import { markAsset, type MarkDeps } from './mark-asset.js';

export type KeepDeps = SignOutputDeps & MarkDeps;

export type KeepInput = GeneratedAsset & { readonly generationId: string };

const WEBP = 'image/webp';

/** Maximum size of an upstream's asset: an uncompressed 4K image fits. */
const ASSET_BYTES_MAX = 100_000_000;

/**
 * Makes the output from the raw asset (WebP, thumbnail, provenance), then deletes the raw asset. A
 * retry writes the same two objects, because their keys were stored before the first byte.
 * @param held the asset itself, if it is not in the store
 */
export async function keepOutput(
  deps: KeepDeps,
  input: KeepInput,
  signal: AbortSignal,
  held?: Buffer,
): Promise<void> {
  const keys = await reserveKeys(deps.db, input.generationId, 'webp');
  // An earlier run of this step finished, but the result was lost.
  if (!keys) return;
  const asset = held ?? (await deps.store.get(input.assetKey, ASSET_BYTES_MAX, signal));
  if (!asset) {
    // The thumbnail is written last, so an earlier attempt succeeded but its result was lost.
    if (await deps.store.stat(keys.thumbnail)) return;
    throw ApplicationFailure.nonRetryable('The generated asset is gone.', 'AssetMissing');
  }
  const origin = describeOrigin(input);
  const marked = await markAsset(deps, input.generationId, asset, signal);
  const made = await toDeliverable(marked.bytes, origin);
  if (!(await isSignedAndStored(deps, input.generationId, keys.output))) {
    const row = await deps.db.manager.findOneBy(Generation, { id: input.generationId });
    if (!row) return;
    const file = { bytes: made.image, contentType: WEBP };
    const arrived = { bytes: asset, contentType: await readContentType(asset) };
    const watermark = marked.code;
    const output = { row, file, asset: arrived, frame: null, watermark, ...origin };
    const signed = await signOutput(deps, output, signal);
    // Signed last: nothing may touch the bytes afterwards.
    await deps.store.put(keys.output, signed, WEBP, signal);
  }
  await deps.store.put(keys.thumbnail, made.thumbnail, WEBP, signal);
  await removeIfDeleted(deps, input.generationId, keys);
  if (!held) await deps.store.remove([input.assetKey]);
}

/**
 * Removes the written objects if the generation was deleted in the meantime: Temporal may have
 * abandoned this worker long ago, and another worker finished. If this worker is killed, the sweep
 * removes the objects.
 */
export async function removeIfDeleted(
  { db, store }: Pick<KeepDeps, 'db' | 'store'>,
  id: string,
  { output, thumbnail }: OutputKeys<string | null>,
): Promise<void> {
  if (await db.manager.existsBy(Generation, { id })) return;
  await store.remove(thumbnail === null ? [output] : [output, thumbnail]);
}

/**
 * Returns an output's keys, which are the same at every attempt; null if the generation has ended
 * in the meantime.
 */
export async function reserveKeys(
  db: DataSource,
  generationId: string,
  extension: 'webp' | 'mp4',
): Promise<{ output: string; thumbnail: string } | null> {
  const own = { id: generationId, name: createHexSecret() };
  return reserveOutputKeys(db, generationId, {
    output: buildKey({ kind: 'output', ...own, extension }),
    thumbnail: buildKey({ kind: 'thumbnail', ...own, extension: 'webp' }),
  });
}

/**
 * Describes an output's origin. The built-in renderer has no training data, so its output must not
 * be described as made by a trained model.
 */
export function describeOrigin({ generationId, provider }: KeepInput): Provenance {
  return { generationId, synthetic: provider === RENDERER ? 'algorithmic' : 'trained' };
}
