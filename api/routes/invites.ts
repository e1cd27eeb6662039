import { Type } from 'typebox';
import {
  buildDeletedSchema,
  buildListSchema,
  PageOnly,
  PrefixedId,
} from '../../domain/contract/common.js';
import {
  CreateInviteSchema,
  InviteLinkSchema,
  InviteSchema,
} from '../../domain/contract/invite.js';
import { dashboard } from './session.js';
import { defineContract } from '../contract.js';

const invites = { ...dashboard, right: 'members' } as const;

export const listInvites = defineContract({
  ...invites,
  id: 'listInvites',
  method: 'GET',
  path: '/app/api/invites',
  summary: 'List open invitations, newest first',
  idempotency: 'none',
  query: PageOnly('Default: all open invitations, at most 100.'),
  response: buildListSchema('InviteList', InviteSchema, 'Newest first'),
  errors: [],
});

export const createInvite = defineContract({
  ...invites,
  id: 'createInvite',
  method: 'POST',
  path: '/app/api/invites',
  summary: 'Invite a person to the team',
  description:
    'Only this response contains the link; no email is sent, so pass it on yourself. It works once, within 7 days.',
  idempotency: 'required',
  status: 201,
  body: CreateInviteSchema,
  response: InviteLinkSchema,
  errors: [],
  example: { name: 'Ada', role: 'developer' },
});

export const deleteInvite = defineContract({
  ...invites,
  id: 'deleteInvite',
  method: 'DELETE',
  path: '/app/api/invites/{id}',
  summary: 'Revoke an invitation',
  idempotency: 'required',
  params: Type.Object({ id: PrefixedId('inv', 'Id of the invitation') }),
  response: buildDeletedSchema('DeletedInvite', 'invite', 'inv'),
  errors: ['NOT_FOUND'],
});
