import { presentModels } from '../../domain/contract/model.js';
import { narrowToOffered, VIDEO_MODELS } from '../../domain/catalogue/video-models.js';
import type { Deps } from '../../runtime/deps.js';
import { createSourceFilter } from '../../domain/generations/priced-request.js';
import type { Edge } from '../edge.js';
import { route } from '../route.js';
import * as contracts from '../routes/catalogue.js';

export const listModels = route(contracts.listModels, {
  fixed: readModels,
  fixedMs: 60_000,
  async handle({ deps, edge }) {
    return readModels(deps, edge);
  },
});

/** Returns the multiplier of prices, and the video models with the options of the providers. */
export const readOfferedModels = (deps: Deps) => ({
  multiplier: deps.env.apiCreditMultiplier,
  videos: VIDEO_MODELS.map((model) => narrowToOffered(model, createSourceFilter(deps))),
});

async function readModels(deps: Deps, { typicalTimes }: Pick<Edge, 'typicalTimes'>) {
  const { multiplier, videos } = readOfferedModels(deps);
  const provenance = {
    content_credentials: deps.provenance.mode !== 'off',
    watermark: deps.watermark !== null,
  };
  return presentModels(multiplier, videos, provenance, await typicalTimes());
}
