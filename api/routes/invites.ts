import { Type } from 'typebox';
import { deletedOf, listOf, PageOnly, PrefixedId } from '../../domain/contract/common.js';
import {
  CreateInviteSchema,
  InviteLinkSchema,
  InviteSchema,
} from '../../domain/contract/invite.js';
import { dashboard } from './session.js';
import { contract } from '../contract.js';

const invites = { ...dashboard, right: 'members' } as const;

export const listInvites = contract({
  ...invites,
  id: 'listInvites',
  method: 'GET',
  path: '/app/api/invites',
  summary: 'List the open invitations, newest first',
  idempotency: 'none',
  query: PageOnly('Without it: every open invitation, 100 at most.'),
  response: listOf('InviteList', InviteSchema, 'Newest first'),
  errors: [],
});

export const createInvite = contract({
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
});

export const deleteInvite = contract({
  ...invites,
  id: 'deleteInvite',
  method: 'DELETE',
  path: '/app/api/invites/{id}',
  summary: 'Take an invitation back',
  idempotency: 'required',
  params: Type.Object({ id: PrefixedId('inv', 'Id of the invitation') }),
  response: deletedOf('DeletedInvite', 'invite', 'inv'),
  errors: ['NOT_FOUND'],
});
