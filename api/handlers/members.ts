import { presentPage } from '../../domain/contract/common.js';
import { presentMember } from '../../domain/contract/member.js';
import { changeMember, endMember, findMembers } from '../../domain/identity/change-members.js';
import { route } from '../route.js';
import * as contracts from '../routes/members.js';

export const listMembers = route(contracts.listMembers, {
  async handle({ query, caller, deps }) {
    const page = await findMembers(deps.db.manager, caller.accountId, query);
    return presentPage(page, presentMember);
  },
});

export const updateMember = route(contracts.updateMember, {
  async handle({ params, body, caller, claim, deps }) {
    return changeMember(deps, caller, claim, { id: params.id, change: body });
  },
});

export const deleteMember = route(contracts.deleteMember, {
  async handle({ params, caller, claim, deps }) {
    return endMember(deps, caller, claim, params.id);
  },
});
