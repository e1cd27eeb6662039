import { Type } from 'typebox';
import {
  deletedOf,
  listOf,
  PageOnly,
  PrefixedId,
  presentPage,
} from '../../domain/contract/common.js';
import {
  CreateInviteSchema,
  InviteLinkSchema,
  InviteSchema,
  presentInvite,
} from '../../domain/contract/invite.js';
import { endInvite, findInvites, invite } from '../../domain/identity/change-invites.js';
import { route } from '../route.js';
import { dashboard } from './session.js';

const invites = { ...dashboard, right: 'members' } as const;

export const listInvites = route({
  ...invites,
  id: 'listInvites',
  method: 'GET',
  path: '/app/api/invites',
  summary: 'List the open invitations, newest first',
  idempotency: 'none',
  query: PageOnly('Without it: every open invitation, 100 at most.'),
  response: listOf('InviteList', InviteSchema, 'Newest first'),
  errors: [],
  async handle({ query, caller, deps }) {
    const page = await findInvites(deps.db.manager, caller.accountId, query);
    return presentPage(page, presentInvite);
  },
});

export const createInvite = route({
  ...invites,
  id: 'createInvite',
  method: 'POST',
  path: '/app/api/invites',
  summary: 'Invite somebody to the team',
  description:
    'The link is in this answer only; hand it over yourself. It works once, within 7 days.',
  idempotency: 'required',
  status: 201,
  body: CreateInviteSchema,
  response: InviteLinkSchema,
  errors: [],
  example: { name: 'Ada', role: 'developer' },
  async handle({ body, caller, claim, deps }) {
    return invite(deps, caller, claim, body);
  },
});

export const deleteInvite = route({
  ...invites,
  id: 'deleteInvite',
  method: 'DELETE',
  path: '/app/api/invites/{id}',
  summary: 'Take an invitation back',
  idempotency: 'required',
  params: Type.Object({ id: PrefixedId('inv', 'Id of the invitation') }),
  response: deletedOf('DeletedInvite', 'invite', 'inv'),
  errors: ['NOT_FOUND'],
  async handle({ params, caller, claim, deps }) {
    return endInvite(deps, caller, claim, params.id);
  },
});
