import { Type } from 'typebox';
import {
  buildDeletedSchema,
  buildListSchema,
  PageOnly,
  PrefixedId,
} from '../../domain/contract/common.js';
import { GenerationFilterSchema } from '../../domain/contract/generation-filter.js';
import { WaitQuery } from '../../domain/contract/generation-headers.js';
import { GenerationSchema } from '../../domain/contract/generation.js';
import { UpdateGenerationSchema } from '../../domain/contract/generation-update.js';
import { GenerationLineageSchema } from '../../domain/contract/generation-lineage.js';
import { GenerationRequestSchema } from '../../domain/contract/generation-request.js';
import { GenerationStepSchema } from '../../domain/contract/generation-step.js';
import { defineContract } from '../contract.js';
import { dashboard } from './sessions.js';

const GenerationId = Type.Object({ id: PrefixedId('gen', 'Generation ID') });

export const getGeneration = defineContract({
  id: 'getGeneration',
  method: 'GET',
  path: '/v1/generations/{id}',
  summary: 'Get a generation',
  description:
    'With `wait`, the response comes as soon as the generation ends, or with its current state when the time is over. Otherwise poll images every 3 to 5 seconds and videos every 10 to 15 seconds. An account with too many requests waiting gets `RATE_LIMITED`.',
  tag: 'Generation',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  tagged: true,
  params: GenerationId,
  query: WaitQuery,
  response: GenerationSchema,
  errors: ['NOT_FOUND'],
  tool: {
    name: 'get_generation',
    title: 'Get a generation',
    description:
      'Returns the state, price and refund of a generation, its files once completed, and its error and intermediate failures, if any. Free. With `wait_seconds` it returns when the generation ends, or with its current state when the time is over: then call it again. If it failed, `list_generation_steps` shows why.',
    waits: true,
  },
});

export const listGenerations = defineContract({
  id: 'listGenerations',
  method: 'GET',
  path: '/v1/generations',
  summary: 'List generations, newest first by default',
  tag: 'Generation',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: GenerationFilterSchema,
  response: buildListSchema('GenerationList', GenerationSchema, 'Newest first by default'),
  errors: [],
  tool: {
    name: 'list_generations',
    title: 'List generations',
    description:
      'Lists the generations of the account, newest first by default. Filter by type, state, model, character, favorite, collection, words of the title and the prompt, metadata or time. Free.',
  },
});

export const listGenerationSteps = defineContract({
  id: 'listGenerationSteps',
  method: 'GET',
  path: '/v1/generations/{id}/steps',
  summary: 'List the steps of a generation',
  description:
    'Returns the wait for a worker, each attempt at each stage, and each webhook delivery attempt, in the order they started. Gaps between steps are waiting time.',
  tag: 'Generation',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  params: GenerationId,
  query: PageOnly('Default: all steps, at most 100.'),
  response: buildListSchema('GenerationStepList', GenerationStepSchema, 'Oldest first'),
  errors: ['NOT_FOUND'],
  tool: {
    name: 'list_generation_steps',
    title: 'List the steps of a generation',
    description:
      'Lists the wait for a worker, each attempt at each stage with its outcome, and the webhook delivery attempts. Free. Together with `timeline`, `error` and `refunded_credits` of `get_generation`, it shows why a generation failed or was slow.',
  },
});

export const updateGeneration = defineContract({
  id: 'updateGeneration',
  method: 'PATCH',
  path: '/v1/generations/{id}',
  summary: 'Set the title or the favorite mark of a generation',
  description: 'Only the fields that you send are changed, in any state of the generation.',
  tag: 'Generation',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: GenerationId,
  body: UpdateGenerationSchema,
  response: GenerationSchema,
  errors: ['NOT_FOUND'],
  example: { title: 'Spring campaign, first draft', favorite: true },
});

export const cancelGeneration = defineContract({
  id: 'cancelGeneration',
  method: 'POST',
  path: '/v1/generations/{id}/cancel',
  summary: 'Cancel a queued generation',
  description: 'Refunds the full price. You can only cancel a generation while it is queued.',
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
      'Cancels a queued generation and refunds the full price. Returns CONFLICT if it is already processing or has ended.',
    destructive: true,
  },
});

export const deleteGeneration = defineContract({
  id: 'deleteGeneration',
  method: 'DELETE',
  path: '/v1/generations/{id}',
  summary: 'Delete a finished generation',
  description: "Permanently deletes the output files and the record. Credits aren't refunded.",
  tag: 'Generation',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: GenerationId,
  response: buildDeletedSchema('DeletedGeneration', 'generation', 'gen'),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const getGenerationRequest = defineContract({
  ...dashboard,
  id: 'getGenerationRequest',
  method: 'GET',
  path: '/app/api/generations/{id}/request',
  summary: 'Get the request that created a generation',
  idempotency: 'none',
  params: GenerationId,
  response: GenerationRequestSchema,
  errors: ['NOT_FOUND'],
});

export const getGenerationLineage = defineContract({
  ...dashboard,
  id: 'getGenerationLineage',
  method: 'GET',
  path: '/app/api/generations/{id}/lineage',
  summary: 'Get the generations that a generation was made from and used in',
  idempotency: 'none',
  params: GenerationId,
  response: GenerationLineageSchema,
  errors: ['NOT_FOUND'],
});
