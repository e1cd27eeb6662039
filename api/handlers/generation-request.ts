import { presentRequest } from '../../domain/contract/generation-request.js';
import { findRequest } from '../../domain/generations/find-request.js';
import { route } from '../route.js';
import * as contracts from '../routes/generation-request.js';

export const getGenerationRequest = route(contracts.getGenerationRequest, {
  async handle({ params, caller, deps }) {
    return presentRequest(await findRequest(deps.db.manager, caller.accountId, params.id));
  },
});
