import { Type } from 'typebox';
import { PrefixedId } from '../../domain/contract/common.js';
import { GenerationRequestSchema } from '../../domain/contract/generation-request.js';
import { dashboard } from './session.js';
import { defineContract } from '../contract.js';

export const getGenerationRequest = defineContract({
  ...dashboard,
  id: 'getGenerationRequest',
  method: 'GET',
  path: '/app/api/generations/{id}/request',
  summary: 'Get the request that created a generation',
  idempotency: 'none',
  params: Type.Object({ id: PrefixedId('gen', 'Generation ID') }),
  response: GenerationRequestSchema,
  errors: ['NOT_FOUND'],
});
