import { Type, type Static } from 'typebox';
import type { Role } from '../catalogue/roles.js';
import { deletedOf, nullable, ObjectName, PrefixedId, UnixMs, VISIBLE } from './common.js';
import { KeySchema } from './key.js';
import { RoleName } from './session.js';

/** The name of a person. */
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
    email: nullable(
      Type.String({ description: 'By which single sign-on finds the member; null without one' }),
    ),
    role: RoleName,
    created_at: UnixMs('When the person joined'),
  },
  { $id: 'Member', description: 'A person of the team' },
);
export type MemberBody = Static<typeof MemberSchema>;

/** Body of PATCH /app/api/members/{id}: what is absent stays. */
export const UpdateMemberSchema = Type.Object(
  { name: Type.Optional(PersonName), role: Type.Optional(RoleName) },
  {
    $id: 'UpdateMember',
    description: 'What to change: at least one field',
    additionalProperties: false,
    minProperties: 1,
  },
);
export type UpdateMemberBody = Static<typeof UpdateMemberSchema>;

/** Keys that outlive the rights of the member who made them. */
const teamKeys = {
  team_keys: Type.Array(KeySchema, {
    description:
      'Active team keys that this member made, newest first. They still work, and the member may have a copy: revoke the ones that should stop with DELETE /app/api/keys/{id}.',
  }),
};

/** The answer to PATCH /app/api/members/{id}. */
export const ChangedMemberSchema = Type.Object(
  { ...MemberSchema.properties, ...teamKeys },
  { $id: 'ChangedMember', description: 'A member after a change, with the team keys they made' },
);
export type ChangedMemberBody = Static<typeof ChangedMemberSchema>;

/** The answer to DELETE /app/api/members/{id}. */
export const RemovedMemberSchema = Type.Object(
  { ...deletedOf('DeletedMember', 'member', 'mem').properties, ...teamKeys },
  { $id: 'DeletedMember', description: 'Confirms the removal, with the team keys they made' },
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
