import { ModelsSchema } from '../../domain/contract/model.js';
import { defineContract } from '../contract.js';

export const listModels = defineContract({
  id: 'listModels',
  method: 'GET',
  path: '/v1/models',
  summary: 'List models, options and prices',
  description:
    'Call this at run time, because models and prices can change. Changes are announced in advance.',
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
      'Lists every model with its options, limits and prices in credits. Free. Call it before `generate_video`: models differ in durations, resolutions and the inputs they accept.',
  },
});
