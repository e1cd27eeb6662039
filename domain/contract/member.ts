import { Type, type Static } from 'typebox';
import type { Role } from '../catalogue/roles.js';
import { buildDeletedSchema, buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';
import { VISIBLE } from './patterns.js';
import { KeySchema } from './key.js';
import { RoleName } from './session.js';

/** A person's name. */
export const PersonName = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: VISIBLE,
  description: "The person's name",
});

/** A member of the team. */
export const MemberSchema = Type.Object(
  {
    id: PrefixedId('mem', 'Member ID'),
    object: ObjectName('member'),
    name: Type.String({ description: "The person's name" }),
    email: buildNullable(
      Type.String({
        description: 'Email address used to match single sign-on. Null if there is none',
      }),
    ),
    role: RoleName,
    created_at: UnixMs('Time the person joined'),
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
      'Active team keys that this member created, newest first. They still work, and the member may have copies. Revoke keys you no longer trust with DELETE /app/api/keys/{id}.',
  }),
};

/** Response of PATCH /app/api/members/{id}. */
export const ChangedMemberSchema = Type.Object(
  { ...MemberSchema.properties, ...teamKeys },
  { $id: 'ChangedMember', description: 'The updated member, and the team keys they created' },
);
export type ChangedMemberBody = Static<typeof ChangedMemberSchema>;

/** Response of DELETE /app/api/members/{id}. */
export const RemovedMemberSchema = Type.Object(
  { ...buildDeletedSchema('DeletedMember', 'member', 'mem').properties, ...teamKeys },
  {
    $id: 'DeletedMember',
    description: 'Confirms the removal, and lists the team keys the member created',
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
