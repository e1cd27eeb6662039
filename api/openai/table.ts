import type { OpenAiEndpoint } from './endpoint.js';
import { editImages } from './image-edits.js';
import { createImages } from './images.js';
import { getModel, listModels } from './list-models.js';
import { getVideoContent } from './video-content.js';
import { createVideo, deleteVideo, getVideo, listVideos } from './videos.js';

/** What all paths begin with. */
export const OPENAI_PLACE = '/openai/v1';

/** Every endpoint for clients of OpenAI. The table drives the checks and the document. */
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
];

/** Where each of them is, by the id that spans and metrics have. */
export const OPENAI_PATHS = OPENAI_TABLE.map(({ id, path }) => ({
  id: `openai.${id}`,
  path: OPENAI_PLACE + path,
}));
