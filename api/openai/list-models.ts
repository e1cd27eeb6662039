import { Type } from 'typebox';
import { endpoint } from './endpoint.js';
import { expectModel, MODEL_IDS } from './models.js';

const ModelSchema = Type.Object(
  {
    id: Type.String({ description: 'Value for `model` in a request' }),
    object: Type.Literal('model', { description: 'Always `model`' }),
    created: Type.Integer({ description: 'Always 0: nobody knows when a model was made' }),
    owned_by: Type.String({ description: 'Always `service`' }),
  },
  { $id: 'Model', description: 'A model that makes images or videos' },
);

const toModel = (id: string) => ({ id, object: 'model' as const, created: 0, owned_by: 'service' });

export const listModels = endpoint({
  id: 'listModels',
  method: 'GET',
  path: '/models',
  summary: 'List models',
  description: 'Prices and options of each: `GET /v1/models`.',
  tag: 'Models',
  scopes: ['read'],
  response: Type.Object(
    {
      object: Type.Literal('list', { description: 'Always `list`' }),
      data: Type.Array(ModelSchema, { description: 'The image model first' }),
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
  params: Type.Object({ id: Type.String({ description: 'Id of the model' }) }),
  response: ModelSchema,
  errors: ['NOT_FOUND'],
  handle: async ({ params }) => {
    expectModel(params.id);
    return { json: toModel(params.id) };
  },
});
