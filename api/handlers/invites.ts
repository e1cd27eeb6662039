import { presentPage } from '../../domain/contract/common.js';
import { presentInvite } from '../../domain/contract/invite.js';
import { endInvite, findInvites, invite } from '../../domain/identity/change-invites.js';
import { route } from '../route.js';
import * as contracts from '../routes/invites.js';

export const listInvites = route(contracts.listInvites, {
  async handle({ query, caller, deps }) {
    const page = await findInvites(deps.db.manager, caller.accountId, query);
    return presentPage(page, presentInvite);
  },
});

export const createInvite = route(contracts.createInvite, {
  async handle({ body, caller, claim, deps }) {
    return invite(deps, caller, claim, body);
  },
});

export const deleteInvite = route(contracts.deleteInvite, {
  async handle({ params, caller, claim, deps }) {
    return endInvite(deps, caller, claim, params.id);
  },
});
