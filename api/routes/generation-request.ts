import { Type } from 'typebox';
import { PrefixedId } from '../../domain/contract/common.js';
import {
  GenerationRequestSchema,
  presentRequest,
} from '../../domain/contract/generation-request.js';
import { findRequest } from '../../domain/generations/find-request.js';
import { route } from '../route.js';
import { dashboard } from './session.js';

export const getGenerationRequest = route({
  ...dashboard,
  id: 'getGenerationRequest',
  method: 'GET',
  path: '/app/api/generations/{id}/request',
  summary: 'By what a generation was asked for',
  idempotency: 'none',
  params: Type.Object({ id: PrefixedId('gen', 'Id of the generation') }),
  response: GenerationRequestSchema,
  errors: ['NOT_FOUND'],
  async handle({ params, caller, deps }) {
    return presentRequest(await findRequest(deps.db.manager, caller.accountId, params.id));
  },
});
