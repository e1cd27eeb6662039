import { Type } from 'typebox';
import { GenerationType } from '../../domain/contract/choices.js';
import {
  about,
  deletedOf,
  listOf,
  PageOnly,
  pageQuery,
  PrefixedId,
  SubjectId,
} from '../../domain/contract/common.js';
import { GenerationState } from '../../domain/contract/generation-parts.js';
import { GenerationSchema } from '../../domain/contract/generation.js';
import { GenerationStepSchema } from '../../domain/contract/generation-step.js';
import { contract } from '../contract.js';

/** The last moment that a date can be. */
const MOMENT_MAX = 8_640_000_000_000_000;

const Moment = (description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: MOMENT_MAX,
    description: `${description}, in Unix milliseconds`,
  });

const GenerationId = Type.Object({ id: PrefixedId('gen', 'Id of the generation') });

export const getGeneration = contract({
  id: 'getGeneration',
  method: 'GET',
  path: '/v1/generations/{id}',
  summary: 'Get a generation',
  description: 'Poll images every 3 to 5 seconds, videos every 10 to 15.',
  tag: 'Generation',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  tagged: true,
  params: GenerationId,
  response: GenerationSchema,
  errors: ['NOT_FOUND'],
  tool: {
    name: 'get_generation',
    title: 'Get a generation',
    description:
      'State, price and refund of a generation, its files once it is completed, its error and the failures on the way when there were some. Free. With `wait_seconds` it answers when the generation has ended, or shows how far it is when the time is over: then call it again. When it has failed, `list_generation_steps` shows why.',
    waits: true,
  },
});

export const listGenerations = contract({
  id: 'listGenerations',
  method: 'GET',
  path: '/v1/generations',
  summary: 'List generations, newest first',
  tag: 'Generation',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: Type.Object(
    {
      type: Type.Optional(about(GenerationType, 'Only those of this type')),
      status: Type.Optional(about(GenerationState, 'Only those in this state')),
      model: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'Only those of this model' }),
      ),
      character_id: Type.Optional(SubjectId('Only those of this saved character')),
      q: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description:
            'Only those in whose prompt each of these words occurs, in any order, in capitals or not, also as a part of another word',
        }),
      ),
      created_after: Type.Optional(Moment('Only those accepted at this moment or later')),
      created_before: Type.Optional(Moment('Only those accepted before this moment')),
      ...pageQuery('Default 20.'),
    },
    { additionalProperties: false },
  ),
  response: listOf('GenerationList', GenerationSchema, 'Newest first'),
  errors: [],
  tool: {
    name: 'list_generations',
    title: 'List generations',
    description:
      'The generations of the account, newest first, by type, state, model, character, words of the prompt or time. Free.',
  },
});

export const listGenerationSteps = contract({
  id: 'listGenerationSteps',
  method: 'GET',
  path: '/v1/generations/{id}/steps',
  summary: 'List what a generation has spent its time with',
  description:
    'In the order in which it began: the wait for a worker, each try of each stage, and each attempt of its webhooks. Empty gaps are waits between them.',
  tag: 'Generation',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  params: GenerationId,
  query: PageOnly('Without it: up to 100.'),
  response: listOf('GenerationStepList', GenerationStepSchema, 'Oldest first'),
  errors: ['NOT_FOUND'],
  tool: {
    name: 'list_generation_steps',
    title: 'List the steps of a generation',
    description:
      'What a generation has spent its time with: the wait for a worker, each try of each stage and how it ended, and the attempts to tell webhooks. Free. With `timeline`, `error` and `refunded_credits` of `get_generation` it answers why one has failed or took long.',
  },
});

export const cancelGeneration = contract({
  id: 'cancelGeneration',
  method: 'POST',
  path: '/v1/generations/{id}/cancel',
  summary: 'Cancel a queued generation',
  description: 'Refunds the full price. Works only while the generation is queued.',
  tag: 'Generation',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: GenerationId,
  response: GenerationSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
  tool: {
    name: 'cancel_generation',
    title: 'Cancel a generation',
    description:
      'Cancels a generation that is still queued, and gives the full price back. One that is processing or has ended is refused with CONFLICT.',
    destructive: true,
  },
});

export const deleteGeneration = contract({
  id: 'deleteGeneration',
  method: 'DELETE',
  path: '/v1/generations/{id}',
  summary: 'Delete a finished generation',
  description: 'Removes the output files and the record for good. Credits are not affected.',
  tag: 'Generation',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: GenerationId,
  response: deletedOf('DeletedGeneration', 'generation', 'gen'),
  errors: ['NOT_FOUND', 'CONFLICT'],
});
