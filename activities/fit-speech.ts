import type { DataSource } from 'typeorm';
import { padWav } from '../adapters/media/change-wav.js';
import { detectSoundType } from '../domain/catalogue/sound-type.js';
import { MEDIA_BYTES_MAX } from '../domain/catalogue/media-types.js';
import { isVideo } from '../domain/contract/generation.js';
import type { FileCheck } from '../domain/ports/file-check.js';
import type { ObjectStore } from '../domain/ports/object-store.js';
import type { JobMedia } from '../domain/ports/provider-job.js';
import { ProviderFailure } from '../domain/ports/provider.js';
import { Generation } from '../entities/generation.js';

export interface SpeechDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
  readonly fileCheck: FileCheck;
}

/** Speech may be this much longer than its clip, which nobody hears. */
const SECONDS_TOLERANCE = 0.1;

/**
 * Checks that the spoken script of a video fits into its clip, before anything else is ordered, and
 * stores it with silence up to the end of the clip. A repeated call changes nothing.
 * @param key key of the speech, as a provider delivered it
 * @throws {ProviderFailure} `rejected` if it is not audio, or longer than the clip
 */
export async function fitSpeech(
  { db, store, fileCheck }: SpeechDeps,
  id: string,
  key: string,
): Promise<void> {
  const row = await db.manager.findOneByOrFail(Generation, { id });
  if (!isVideo(row)) throw new TypeError(`generation ${id} is not a video`);
  const { bytes } = await loadSpeech({ store }, key);
  const checked = await fileCheck.file(bytes, bytes.length, row.accountId);
  if (!checked.ok || checked.kind !== 'audio') {
    throw new ProviderFailure('rejected', 'The provider delivered something that is not speech.');
  }
  const spoken = checked.durationSeconds ?? 0;
  const clip = Number(row.request.duration);
  if (spoken > clip + SECONDS_TOLERANCE) {
    const lasts = Number(spoken.toFixed(1));
    const message = `The script takes ${lasts} s to speak, and the clip has ${clip} s: choose a longer duration, or shorten the script.`;
    throw new ProviderFailure('rejected', message, 422);
  }
  if (checked.contentType === 'audio/wav') {
    await store.put(key, padWav(bytes, clip), checked.contentType);
  }
}

/**
 * Loads the spoken script of a video.
 * @throws {ProviderFailure} `rejected` if it is gone, or neither WAV nor MP3
 */
export async function loadSpeech(
  { store }: Pick<SpeechDeps, 'store'>,
  key: string,
): Promise<JobMedia> {
  const bytes = await store.get(key, MEDIA_BYTES_MAX.audio);
  if (!bytes) throw new ProviderFailure('rejected', 'The speech was deleted meanwhile.', 404);
  const contentType = detectSoundType(bytes);
  if (contentType !== null) return { bytes, contentType };
  throw new ProviderFailure('rejected', 'The provider delivered something that is not speech.');
}
