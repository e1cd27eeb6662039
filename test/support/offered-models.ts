import type { OfferedModels } from '../../api/docs/model-pages.js';
import { VIDEO_MODELS } from '../../domain/catalogue/video-models.js';

/** The models that a service with the default settings offers. */
export const DEFAULT_MODELS: OfferedModels = { multiplier: 2, videos: VIDEO_MODELS };
