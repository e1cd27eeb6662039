import { Refusal } from '../../domain/contract/refusal.js';
import { IMAGE_MODEL_ID } from '../../domain/catalogue/image-model.js';
import { VIDEO_MODELS } from '../../domain/catalogue/video-models.js';

/** The model of a video request that names none, and of clients that name one of OpenAI's. */
export const DEFAULT_VIDEO_MODEL = 'seedance-2.5';

/** Models that `GET /models` lists. */
export const MODEL_IDS: readonly string[] = [IMAGE_MODEL_ID, ...VIDEO_MODELS.map(({ id }) => id)];

/** Names that clients have built in. They stand for a model of ours. */
const OPENAI_IMAGES = /^(gpt-image|chatgpt-image|dall-e)-/;
const OPENAI_VIDEOS = /^sora-/;

/** OpenAI's own image models answer with the picture itself unless told otherwise. */
export const answersInline = (model: string | null | undefined): boolean =>
  /^(gpt-image|chatgpt-image)-/.test(model ?? '');

/** @throws {Refusal} NOT_FOUND */
export function expectImageModel(model: string | null | undefined): void {
  if (model && model !== IMAGE_MODEL_ID && !OPENAI_IMAGES.test(model)) throw refuseModel(model);
}

/** The video model of a request. @throws {Refusal} NOT_FOUND */
export function toVideoModel(model: string | null | undefined): string {
  if (!model || OPENAI_VIDEOS.test(model)) return DEFAULT_VIDEO_MODEL;
  if (!VIDEO_MODELS.some(({ id }) => id === model)) throw refuseModel(model);
  return model;
}

/** @throws {Refusal} NOT_FOUND */
export function expectModel(model: string): void {
  if (!MODEL_IDS.includes(model)) throw refuseModel(model);
}

function refuseModel(model: string): Refusal {
  const shown = model.slice(0, 60).replaceAll(/[^ -~]/g, '?');
  return new Refusal('NOT_FOUND', {
    message: `The model \`${shown}\` does not exist here. GET /openai/v1/models lists those that do.`,
    details: { field: 'model', openai_code: 'model_not_found' },
  });
}
