import { Refusal } from '../../domain/contract/refusal.js';
import { shorten } from '../../domain/contract/show-value.js';
import { IMAGE_MODEL_ID } from '../../domain/catalogue/image-model.js';
import { SPEECH_MODEL_ID } from '../../domain/catalogue/speech-model.js';
import { VIDEO_MODELS } from '../../domain/catalogue/video-models.js';

/** Model for video requests without a model, or with an OpenAI model name. */
export const DEFAULT_VIDEO_MODEL = 'seedance-2.5';

/** Models that `GET /models` lists. */
export const MODEL_IDS: readonly string[] = [
  IMAGE_MODEL_ID,
  ...VIDEO_MODELS.map(({ id }) => id),
  SPEECH_MODEL_ID,
];

/** OpenAI model names that clients have built in. Each name is mapped to one of our models. */
const OPENAI_IMAGES = /^(gpt-image|chatgpt-image|dall-e)-/;
const OPENAI_VIDEOS = /^sora-/;
const OPENAI_SPEECH = /^(tts-|gpt-.*-tts)/;

/**
 * Returns whether a model returns the picture in the response by default, like OpenAI's own models.
 */
export const isInlineByDefault = (model: string | null | undefined): boolean =>
  /^(gpt-image|chatgpt-image)-/.test(model ?? '');

/** Checks that an image model exists. @throws {Refusal} NOT_FOUND */
export function expectImageModel(model: string | null | undefined): void {
  if (model && model !== IMAGE_MODEL_ID && !OPENAI_IMAGES.test(model)) throw refuseModel(model);
}

/** Returns the video model of a request. @throws {Refusal} NOT_FOUND */
export function toVideoModel(model: string | null | undefined): string {
  if (!model || OPENAI_VIDEOS.test(model)) return DEFAULT_VIDEO_MODEL;
  if (!VIDEO_MODELS.some(({ id }) => id === model)) throw refuseModel(model);
  return model;
}

/** Checks that a speech model exists. @throws {Refusal} NOT_FOUND */
export function expectSpeechModel(model: string | null | undefined): void {
  if (model && model !== SPEECH_MODEL_ID && !OPENAI_SPEECH.test(model)) throw refuseModel(model);
}

/** Checks that a model exists. @throws {Refusal} NOT_FOUND */
export function expectModel(model: string): void {
  if (!MODEL_IDS.includes(model)) throw refuseModel(model);
}

function refuseModel(model: string): Refusal {
  return new Refusal('NOT_FOUND', {
    message: `The model \`${shorten(model)}\` does not exist here. GET /openai/v1/models lists those that do.`,
    details: { field: 'model', openai_code: 'model_not_found' },
  });
}
