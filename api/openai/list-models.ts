import { Type } from 'typebox';
import { endpoint } from './endpoint.js';
import { expectModel, MODEL_IDS } from './models.js';

const ModelSchema = Type.Object(
  {
    id: Type.String({ description: 'Value to use as `model` in a request' }),
    object: Type.Literal('model', { description: 'Always `model`' }),
    created: Type.Integer({ description: 'Always 0' }),
    owned_by: Type.String({ description: 'Always `service`' }),
  },
  { $id: 'Model', description: 'An image, video or speech model' },
);

const toModel = (id: string) => ({ id, object: 'model' as const, created: 0, owned_by: 'service' });

export const listModels = endpoint({
  id: 'listModels',
  method: 'GET',
  path: '/models',
  summary: 'List models',
  description: 'For prices and options, see `GET /v1/models`.',
  tag: 'Models',
  scopes: ['read'],
  response: Type.Object(
    {
      object: Type.Literal('list', { description: 'Always `list`' }),
      data: Type.Array(ModelSchema, { description: 'The image model is first' }),
    },
    { $id: 'ModelList', description: 'All models' },
  ),
  errors: [],
  handle: async () => ({ json: { object: 'list', data: MODEL_IDS.map(toModel) } }),
});

export const getModel = endpoint({
  id: 'getModel',
  method: 'GET',
  path: '/models/{id}',
  summary: 'Get a model',
  tag: 'Models',
  scopes: ['read'],
  params: Type.Object({ id: Type.String({ description: 'Model ID' }) }),
  response: ModelSchema,
  errors: ['NOT_FOUND'],
  handle: async ({ params }) => {
    expectModel(params.id);
    return { json: toModel(params.id) };
  },
});
