import { ApplicationFailure } from '@temporalio/activity';
import { ProviderFailure } from '../domain/ports/provider.js';
import type { AcceptedFile, FileCheck } from '../domain/ports/file-check.js';
import { removeAudio, addXmpBox } from '../adapters/media/mp4-provenance.js';
import { readPictureSize } from '../adapters/media/deliverable.js';
import { makePoster } from '../adapters/media/poster.js';
import { toProvenanceXmp } from '../adapters/media/provenance.js';
import { computeClipRatio, computeVideoSize } from '../domain/catalogue/video-model.js';
import { isVideo } from '../domain/contract/generation.js';
import { listClipDifferences } from '../domain/generations/clip-differences.js';
import { isSignedAndStored, signOutput } from '../domain/provenance/sign-output.js';
import { recordNotes } from '../domain/generations/record-progress.js';
import { Generation } from '../entities/generation.js';
import { loadFirstFrame } from './inputs.js';
import {
  removeIfDeleted,
  reserveKeys,
  describeOrigin,
  type KeepDeps,
  type KeepInput,
} from './keep-output.js';

export interface KeepVideoDeps extends KeepDeps {
  readonly fileCheck: FileCheck;
}

export type KeepVideoInput = KeepInput & {
  /** Key of a generated first frame; null if the caller provided the frame. */
  readonly frame: string | null;
  /** Key of the spoken script; absent without one. */
  readonly speech?: string;
  /** Key of the clip before its lips moved; absent if it is the output itself. */
  readonly silent?: string;
};

const MP4 = 'video/mp4';
/** Maximum size of a stored clip. */
const CLIP_BYTES_MAX = 250_000_000;

/**
 * Stores a clip: checks it, mutes it if no audio was requested, labels it, makes a poster from its
 * first frame, and then deletes the temporary objects. A retry writes the same two objects.
 * @param held the clip itself, if it is not in the store
 */
export async function keepVideo(
  deps: KeepVideoDeps,
  input: KeepVideoInput,
  signal: AbortSignal,
  held?: Buffer,
): Promise<void> {
  const keys = await reserveKeys(deps.db, input.generationId, 'mp4');
  // An earlier run of this step finished, but the result was lost.
  if (!keys) return;
  const clip = held ?? (await deps.store.get(input.assetKey, CLIP_BYTES_MAX, signal));
  if (!clip) {
    // The poster is written last, so an earlier attempt succeeded but its result was lost.
    if (await deps.store.stat(keys.thumbnail)) return;
    throw ApplicationFailure.nonRetryable('The generated clip is gone.', 'AssetMissing');
  }
  const facts = await requireVideo(deps, held ?? input.assetKey, clip.length, signal);
  const row = await deps.db.manager.findOneByOrFail(Generation, { id: input.generationId });
  if (!isVideo(row)) throw new TypeError(`generation ${row.id} is not a video`);
  const { request } = row;
  const { bytes } = await loadFirstFrame(deps, row.inputs, input.frame);
  const ratio = computeClipRatio(request.aspect_ratio, await readPictureSize(bytes));
  const size = computeVideoSize(request.resolution, ratio);
  const differences = listClipDifferences({ ...size, request }, facts);
  await recordNotes(deps.db, row.id, 'video', differences);
  const origin = describeOrigin(input);
  const xmp = toProvenanceXmp(origin);
  if (!(await isSignedAndStored(deps, row.id, keys.output))) {
    const heard = request.audio ? clip : await removeAudio(clip);
    const file = { bytes: addXmpBox(heard, xmp), contentType: MP4 };
    const asset = { bytes: clip, contentType: MP4 };
    const output = { row, file, asset, frame: input.frame, watermark: null, ...origin };
    // Signed last: nothing may touch the bytes afterwards.
    await deps.store.put(keys.output, await signOutput(deps, output, signal), MP4, signal);
  }
  const poster = await makePoster(bytes, size, xmp);
  await deps.store.put(keys.thumbnail, poster, 'image/webp', signal);
  await removeIfDeleted(deps, input.generationId, keys);
  const parts = [input.frame, input.speech, input.silent].filter((key) => typeof key === 'string');
  if (!held) return deps.store.remove([input.assetKey, ...parts]);
  // Ignore a failed removal: the clip is stored, and a retry of this step would not find the parts.
  // The sweep deletes leftovers.
  await deps.store.remove(parts).catch(() => undefined);
}

/** @param source the clip itself, or its key in the store */
async function requireVideo(
  { fileCheck }: KeepVideoDeps,
  source: Buffer | string,
  size: number,
  signal: AbortSignal,
): Promise<AcceptedFile> {
  const checked =
    typeof source === 'string'
      ? await fileCheck.object(source, size, 'video/mp4', undefined, signal)
      : await fileCheck.file(source, size, undefined, signal);
  if (checked.ok && checked.kind === 'video') return checked;
  throw new ProviderFailure('rejected', 'The provider delivered something that is not a video.');
}
