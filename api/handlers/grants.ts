import { findGrants, revokeGrant } from '../../domain/agents/grants.js';
import { presentPage } from '../../domain/contract/common.js';
import { route } from '../route.js';
import * as contracts from '../routes/grants.js';

export const listGrants = route(contracts.listGrants, {
  async handle({ query, caller, deps }) {
    return presentPage(await findGrants(deps.db.manager, caller, query), (row) => row);
  },
});

export const deleteGrant = route(contracts.deleteGrant, {
  async handle({ params, caller, claim, deps }) {
    return revokeGrant(deps, caller, claim, params.id);
  },
});
