import type { DataSource } from 'typeorm';
import { padWav } from '../adapters/media/change-wav.js';
import { detectSoundType } from '../domain/catalogue/sound-type.js';
import { MEDIA_BYTES_MAX } from '../domain/catalogue/media-types.js';
import { findDuration } from '../domain/catalogue/speech-length.js';
import { findFittingSpeed } from '../domain/catalogue/speech-speed.js';
import { findVideoModel } from '../domain/catalogue/video-models.js';
import { isVideo } from '../domain/contract/generation.js';
import type { VideoRequest } from '../domain/contract/video.js';
import { recordNotes } from '../domain/generations/record-progress.js';
import type { FileCheck } from '../domain/ports/file-check.js';
import type { ObjectStore } from '../domain/ports/object-store.js';
import type { JobMedia } from '../domain/ports/provider-job.js';
import { ProviderFailure } from '../domain/ports/provider.js';
import { Generation } from '../entities/generation.js';
import type { FasterSpeech } from './generate-step.js';
import type { SpeakInput } from './making-steps.js';

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
 * @returns the order to repeat if the source can speak fast enough, and was not asked to before;
 * null if the speech fits
 * @throws {ProviderFailure} `rejected` if it is not audio, or too long for the clip
 */
export async function fitSpeech(
  { db, store, fileCheck }: SpeechDeps,
  { generationId: id, route, speed: factor }: SpeakInput,
  key: string,
): Promise<FasterSpeech | null> {
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
    const speed = factor === 1 ? findFittingSpeed(route, spoken / clip) : null;
    // The next request begins at normal speed, at which the speech is longer.
    if (speed === null) throw refuseLength(spoken * (factor ?? 1), row.request);
    const note = `The script took ${describe(spoken)} s to speak, and the clip has ${clip} s: it is spoken again, ${speed} times as fast.`;
    await recordNotes(db, id, 'speech', [note]);
    return { route, speed };
  }
  if (checked.contentType === 'audio/wav') {
    await store.put(key, padWav(bytes, clip), checked.contentType);
  }
  return null;
}

const describe = (seconds: number): number => Number(seconds.toFixed(1));

/** Builds the refusal of speech that is too long, with the duration that it needs. */
function refuseLength(spoken: number, { model, duration }: VideoRequest): ProviderFailure {
  const longer = findDuration(spoken, findVideoModel(model)?.durations ?? []);
  const advice = longer === null ? '' : `use duration ${longer}, or `;
  const message = `The script takes ${describe(spoken)} s to speak, and the clip has ${duration} s: ${advice}shorten the script.`;
  return new ProviderFailure('rejected', message, 422);
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
