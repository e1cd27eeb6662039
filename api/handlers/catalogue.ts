import { presentModels } from '../../domain/contract/model.js';
import { narrowToOffered, VIDEO_MODELS } from '../../domain/catalogue/video-models.js';
import type { Deps } from '../../runtime/deps.js';
import { createSourceFilter } from '../../domain/generations/priced-request.js';
import { route } from '../route.js';
import * as contracts from '../routes/catalogue.js';

export const listModels = route(contracts.listModels, {
  fixed: (deps) => readModels(deps),
  async handle({ deps }) {
    return readModels(deps);
  },
});

/** Returns the multiplier of prices, and the video models with the options of the providers. */
export const readOfferedModels = (deps: Deps) => ({
  multiplier: deps.env.apiCreditMultiplier,
  videos: VIDEO_MODELS.map((model) => narrowToOffered(model, createSourceFilter(deps))),
});

function readModels(deps: Deps) {
  const { multiplier, videos } = readOfferedModels(deps);
  return presentModels(multiplier, videos, {
    content_credentials: deps.provenance.mode !== 'off',
    watermark: deps.watermark !== null,
  });
}
