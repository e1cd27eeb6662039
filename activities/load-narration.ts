import type { JobMedia } from '../domain/ports/provider-job.js';
import type { Generation } from '../entities/generation.js';
import { loadSpeech } from './fit-speech.js';
import { findInput, loadRaw, type InputDeps } from './inputs.js';

/** Loads the spoken script, or the caller's voice-over; null if there is neither. */
export const loadNarration = (
  deps: InputDeps,
  { inputs }: Pick<Generation, 'inputs'>,
  speech: string | undefined,
): Promise<JobMedia | null> =>
  speech === undefined ? loadRaw(deps, findInput(inputs, 'narration')) : loadSpeech(deps, speech);
