import { ApplicationFailure } from '@temporalio/activity';
import { finishWav } from '../adapters/media/change-wav.js';
import { MEDIA_BYTES_MAX } from '../domain/catalogue/media-types.js';
import { buildKey } from '../domain/catalogue/object-keys.js';
import { SPEECH_TYPES, type SpeechFormat } from '../domain/catalogue/speech-model.js';
import { createHexSecret } from '../domain/contract/ids.js';
import { reserveOutputKeys } from '../domain/generations/advance-generation.js';
import { recordFacts } from '../domain/generations/record-progress.js';
import type { FileCheck } from '../domain/ports/file-check.js';
import { ProviderFailure } from '../domain/ports/provider.js';
import { isSignedAndStored, signOutput } from '../domain/provenance/sign-output.js';
import { Generation } from '../entities/generation.js';
import { describeOrigin, removeIfDeleted, type KeepDeps, type KeepInput } from './keep-output.js';

export interface KeepSpeechDeps extends KeepDeps {
  readonly fileCheck: FileCheck;
}

/**
 * Stores speech: checks that it is audio in the requested format, measures it, signs it, and then
 * deletes the raw asset. A retry writes the same object.
 * @param held the speech itself, if it is not in the store
 */
export async function keepSpeech(
  deps: KeepSpeechDeps,
  input: KeepInput,
  signal: AbortSignal,
  held?: Buffer,
): Promise<void> {
  const { generationId: id } = input;
  const row = await deps.db.manager.findOneBy(Generation, { id });
  if (!row?.options.spoken) return;
  const { format } = row.options.spoken;
  const name = createHexSecret();
  const keys = await reserveOutputKeys(deps.db, id, {
    output: buildKey({ kind: 'output', id, name, extension: format }),
    thumbnail: null,
  });
  // An earlier run of this step finished, but the result was lost.
  if (!keys) return;
  const speech = held ?? (await deps.store.get(input.assetKey, MEDIA_BYTES_MAX.audio, signal));
  if (!speech) {
    if (await deps.store.stat(keys.output)) return;
    throw ApplicationFailure.nonRetryable('The spoken audio is gone.', 'AssetMissing');
  }
  const durationSeconds = await measure(deps, speech, format, signal);
  if (!(await isSignedAndStored(deps, id, keys.output))) {
    const file = { bytes: finishWav(speech), contentType: SPEECH_TYPES[format] };
    const origin = describeOrigin(input);
    const output = { row, file, asset: file, frame: null, watermark: null, ...origin };
    // Signed last: nothing may touch the bytes afterwards.
    const signed = await signOutput(deps, output, signal);
    await recordFacts(deps.db, id, { bytes: signed.length, durationSeconds });
    await deps.store.put(keys.output, signed, SPEECH_TYPES[format], signal);
  }
  await removeIfDeleted(deps, id, keys);
  if (!held) await deps.store.remove([input.assetKey]);
}

/**
 * Measures the duration of speech, in seconds.
 * @throws {ProviderFailure} `rejected` for other files
 */
async function measure(
  { fileCheck }: KeepSpeechDeps,
  speech: Buffer,
  format: SpeechFormat,
  signal: AbortSignal,
): Promise<number> {
  const checked = await fileCheck.file(speech, speech.length, undefined, signal);
  if (checked.ok && checked.contentType === SPEECH_TYPES[format] && checked.durationSeconds) {
    return checked.durationSeconds;
  }
  const message = `The provider delivered something that is not ${format.toUpperCase()} audio.`;
  throw new ProviderFailure('rejected', message);
}
