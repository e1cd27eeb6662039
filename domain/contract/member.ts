import { Type, type Static } from 'typebox';
import type { Role } from '../catalogue/roles.js';
import {
  buildDeletedSchema,
  buildNullable,
  ObjectName,
  PrefixedId,
  UnixMs,
  VISIBLE,
} from './common.js';
import { KeySchema } from './key.js';
import { RoleName } from './session.js';

/** A person's name. */
export const PersonName = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: VISIBLE,
  description: 'The name of the person',
});

/** A member of the team. */
export const MemberSchema = Type.Object(
  {
    id: PrefixedId('mem', 'Id of the member'),
    object: ObjectName('member'),
    name: Type.String({ description: 'The name of the person' }),
    email: buildNullable(
      Type.String({ description: 'Email address that single sign-on matches; null without one' }),
    ),
    role: RoleName,
    created_at: UnixMs('When the person joined'),
  },
  { $id: 'Member', description: 'A member of the team' },
);
export type MemberBody = Static<typeof MemberSchema>;

/** Body of PATCH /app/api/members/{id}. Absent fields are unchanged. */
export const UpdateMemberSchema = Type.Object(
  { name: Type.Optional(PersonName), role: Type.Optional(RoleName) },
  {
    $id: 'UpdateMember',
    description: 'Changes to a member; at least one field',
    additionalProperties: false,
    minProperties: 1,
  },
);
export type UpdateMemberBody = Static<typeof UpdateMemberSchema>;

/** Keys that stay active when the member who created them loses access. */
const teamKeys = {
  team_keys: Type.Array(KeySchema, {
    description:
      'Active team keys that this member created, newest first. They still work, and the member may have a copy: revoke the ones that should stop with DELETE /app/api/keys/{id}.',
  }),
};

/** Response of PATCH /app/api/members/{id}. */
export const ChangedMemberSchema = Type.Object(
  { ...MemberSchema.properties, ...teamKeys },
  { $id: 'ChangedMember', description: 'The changed member, and the team keys they created' },
);
export type ChangedMemberBody = Static<typeof ChangedMemberSchema>;

/** Response of DELETE /app/api/members/{id}. */
export const RemovedMemberSchema = Type.Object(
  { ...buildDeletedSchema('DeletedMember', 'member', 'mem').properties, ...teamKeys },
  {
    $id: 'DeletedMember',
    description: 'Confirms the removal, and lists the team keys they created',
  },
);
export type RemovedMemberBody = Static<typeof RemovedMemberSchema>;

export interface MemberView {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly createdAt: Date;
}

export const presentMember = (row: MemberView): MemberBody => ({
  id: row.id,
  object: 'member',
  name: row.name,
  email: row.email,
  role: row.role,
  created_at: row.createdAt.getTime(),
});
