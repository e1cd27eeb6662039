import { Type } from 'typebox';
import { buildListSchema, PageOnly, PrefixedId } from '../../domain/contract/common.js';
import {
  ChangedMemberSchema,
  MemberSchema,
  RemovedMemberSchema,
  UpdateMemberSchema,
} from '../../domain/contract/member.js';
import { dashboard } from './session.js';
import { defineContract } from '../contract.js';

const MemberId = Type.Object({ id: PrefixedId('mem', 'Id of the member') });

export const listMembers = defineContract({
  ...dashboard,
  id: 'listMembers',
  method: 'GET',
  path: '/app/api/members',
  summary: 'List the members of the team, newest first',
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
  summary: 'Change the name or the role of a member',
  description:
    'A new role applies from the next request of their sessions, personal keys and agents. Team keys stay active: the response lists the ones this member created.',
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
    'Their sessions, passkeys and personal keys end immediately. Team keys stay active: the response lists the ones this member created.',
  idempotency: 'required',
  params: MemberId,
  response: RemovedMemberSchema,
  errors: ['NOT_FOUND'],
});
