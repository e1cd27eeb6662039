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
import { dashboard } from './sessions.js';
import { defineContract } from '../contract.js';

const invites = { ...dashboard, right: 'members' } as const;

export const listInvites = defineContract({
  ...invites,
  id: 'listInvites',
  method: 'GET',
  path: '/app/api/invites',
  summary: 'List pending invites, newest first',
  idempotency: 'none',
  query: PageOnly('Default: all pending invites, at most 100.'),
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
    'Only this response contains the link. No email is sent, so share the link yourself. It works once and expires after 7 days.',
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
  summary: 'Revoke an invite',
  idempotency: 'required',
  params: Type.Object({ id: PrefixedId('inv', 'Invite ID') }),
  response: buildDeletedSchema('DeletedInvite', 'invite', 'inv'),
  errors: ['NOT_FOUND'],
});
