import { checkContentProvenance } from './content-provenance.js';
import type { OpenAiEndpoint } from './endpoint.js';
import { editImages } from './image-edits.js';
import { createImages } from './images.js';
import { getModel, listModels } from './list-models.js';
import { getVideoContent } from './video-content.js';
import { createSpeech } from './speech.js';
import { createVideo, deleteVideo, getVideo, listVideos } from './videos.js';

/** Prefix of all paths for OpenAI clients. */
export const OPENAI_PREFIX = '/openai/v1';

/** Every endpoint for OpenAI clients. The table drives the checks and the document. */
export const OPENAI_TABLE: readonly OpenAiEndpoint[] = [
  listModels,
  getModel,
  createImages,
  editImages,
  createVideo,
  listVideos,
  getVideo,
  deleteVideo,
  getVideoContent,
  createSpeech,
  checkContentProvenance,
];

/** The endpoints' paths, by the id that spans and metrics use. */
export const OPENAI_PATHS = OPENAI_TABLE.map(({ id, path }) => ({
  id: `openai.${id}`,
  path: OPENAI_PREFIX + path,
}));
