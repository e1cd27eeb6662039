import { Type } from 'typebox';
import { buildListSchema, PageOnly, PrefixedId } from '../../domain/contract/common.js';
import {
  ChangedMemberSchema,
  MemberSchema,
  RemovedMemberSchema,
  UpdateMemberSchema,
} from '../../domain/contract/member.js';
import { dashboard } from './sessions.js';
import { defineContract } from '../contract.js';

const MemberId = Type.Object({ id: PrefixedId('mem', 'Member ID') });

export const listMembers = defineContract({
  ...dashboard,
  id: 'listMembers',
  method: 'GET',
  path: '/app/api/members',
  summary: 'List team members, newest first',
  idempotency: 'none',
  query: PageOnly('Default: all members, at most 200.'),
  response: buildListSchema('MemberList', MemberSchema, 'Newest first'),
  errors: [],
});

export const updateMember = defineContract({
  ...dashboard,
  id: 'updateMember',
  right: 'members',
  method: 'PATCH',
  path: '/app/api/members/{id}',
  summary: "Change a member's name or role",
  description:
    "A role change takes effect on the next request from the member's sessions, personal keys and agents. Team keys stay active; the response lists the ones this member created.",
  idempotency: 'required',
  params: MemberId,
  body: UpdateMemberSchema,
  response: ChangedMemberSchema,
  errors: ['NOT_FOUND'],
  example: { role: 'viewer' },
});

export const deleteMember = defineContract({
  ...dashboard,
  id: 'deleteMember',
  right: 'members',
  method: 'DELETE',
  path: '/app/api/members/{id}',
  summary: 'Remove a member',
  description:
    "Immediately ends the member's sessions and revokes their passkeys and personal keys. Team keys stay active; the response lists the ones this member created.",
  idempotency: 'required',
  params: MemberId,
  response: RemovedMemberSchema,
  errors: ['NOT_FOUND'],
});
