import { ModelsSchema, presentModels } from '../../domain/contract/model.js';
import { narrowToOffered, VIDEO_MODELS } from '../../domain/catalogue/video-models.js';
import type { Deps } from '../../runtime/deps.js';
import { route } from '../route.js';
import { enabledIn } from '../../domain/generations/priced-request.js';

export const listModels = route({
  id: 'listModels',
  method: 'GET',
  path: '/v1/models',
  summary: 'Models, options and prices',
  description: 'Read it at run time: models and prices change with notice.',
  tag: 'Account',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  response: ModelsSchema,
  errors: [],
  tool: {
    name: 'list_models',
    title: 'List models and prices',
    description:
      'Every model with its options, limits and prices in credits. Free. Read it before `generate_video`: models differ in lengths, resolutions and what they take.',
  },
  fixed: (deps) => readModels(deps),
  async handle({ deps }) {
    return readModels(deps);
  },
});

function readModels(deps: Deps) {
  const videos = VIDEO_MODELS.map((model) => narrowToOffered(model, enabledIn(deps)));
  return presentModels(deps.env.apiCreditMultiplier, videos);
}
