import { findSpeedMax } from '../domain/catalogue/speech-speed.js';
import { VOICES } from '../domain/catalogue/voices.js';
import { findSeed } from '../domain/generations/find-seed.js';
import { ProviderFailure } from '../domain/ports/provider.js';
import type { SpeechJob } from '../domain/ports/provider-job.js';
import type { Generation } from '../entities/generation.js';
import { findInput, loadRaw, type InputDeps } from './inputs.js';
import type { SpeakInput } from './making-steps.js';

/**
 * Builds the job that speaks a row's text.
 * @throws {ProviderFailure} `rejected` if the voice was removed from the catalogue, or the recording
 * of a cloned voice was deleted
 */
export async function buildSpeechJob(
  deps: InputDeps,
  row: Generation,
  { route, attempt, speed: factor = 1 }: SpeakInput,
): Promise<SpeechJob> {
  const { spoken } = row.options;
  if (!spoken) throw new TypeError(`generation ${row.id} has no text to speak`);
  const { text, voiceKey, language, speed, format } = spoken;
  const recording = await loadRaw(deps, findInput(row.inputs, 'voice'));
  const voice = recording ?? VOICES.find(({ voice_key: key }) => key === voiceKey);
  if (!voice) throw new ProviderFailure('rejected', `The voice ${voiceKey} is gone.`, 404);
  return {
    kind: 'speech',
    generationId: row.id,
    seed: findSeed(row),
    upstreamModel: route.upstreamModel,
    attempt,
    prompt: text,
    voice,
    language,
    speed: Math.min(speed * factor, findSpeedMax(route)),
    format,
  };
}
