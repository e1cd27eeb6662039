import { Type, type Static } from 'typebox';
import type { Role } from '../catalogue/roles.js';
import { buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';
import { PersonName } from './member.js';
import { RoleName } from './session.js';

/** Body of POST /app/api/invites. */
export const CreateInviteSchema = Type.Object(
  {
    name: PersonName,
    role: RoleName,
    email: Type.Optional(
      buildNullable(
        Type.String({
          minLength: 3,
          maxLength: 254,
          pattern: '^[^\\s@]+@[^\\s@]+$',
          description: "The person's email address, used to match single sign-on",
        }),
      ),
    ),
  },
  { $id: 'CreateInvite', description: 'A person to invite', additionalProperties: false },
);
export type CreateInviteBody = Static<typeof CreateInviteSchema>;

const fields = {
  id: PrefixedId('inv', 'Invite ID'),
  object: ObjectName('invite'),
  name: Type.String({ description: "The person's name" }),
  email: buildNullable(Type.String({ description: 'Email address used to match single sign-on' })),
  role: RoleName,
  invited_by: buildNullable(
    PrefixedId('mem', 'The member who created it. Null for the account owner'),
  ),
  expires_at: UnixMs('Expiry time of the link'),
  created_at: UnixMs('Creation time'),
};

/** An open invitation. */
export const InviteSchema = Type.Object(fields, {
  $id: 'Invite',
  description: 'A pending invite to the team',
});
export type InviteBody = Static<typeof InviteSchema>;

/** The only response that contains an invitation's link. */
export const InviteLinkSchema = Type.Object(
  {
    ...fields,
    url: Type.String({ description: 'The link to share. Only this response contains it' }),
  },
  {
    $id: 'InviteWithLink',
    description: 'An invite with its link, which only this response contains',
  },
);
export type InviteLinkBody = Static<typeof InviteLinkSchema>;

export interface InviteView {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly invitedBy: string | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

export const presentInvite = (row: InviteView): InviteBody => ({
  id: row.id,
  object: 'invite',
  name: row.name,
  email: row.email,
  role: row.role,
  invited_by: row.invitedBy,
  expires_at: row.expiresAt.getTime(),
  created_at: row.createdAt.getTime(),
});
