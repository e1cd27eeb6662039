import { IMAGE_MODEL_ID } from '../../domain/catalogue/image-model.js';
import { VIDEO_MODELS } from '../../domain/catalogue/video-models.js';
import type { Guide } from './guides.js';

/** File with the guide that compares the models. */
export const MODELS_FILE = 'models.md';

const describeModel = (id: string, title: string): Guide => ({
  slug: `models/${id}`,
  file: `models/${id}.md`,
  title,
  about: `Options, inputs, prices and sizes of \`${id}\``,
});

/** One page per model. Their texts are built from the catalogue, so they have no files. */
export const MODEL_GUIDES: readonly Guide[] = [
  describeModel(IMAGE_MODEL_ID, 'Image model'),
  ...VIDEO_MODELS.map(({ id, name }) => describeModel(id, name)),
];
