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
          description: 'For single sign-on: the email address that identifies the person',
        }),
      ),
    ),
  },
  { $id: 'CreateInvite', description: 'A person to invite', additionalProperties: false },
);
export type CreateInviteBody = Static<typeof CreateInviteSchema>;

const fields = {
  id: PrefixedId('inv', 'Id of the invitation'),
  object: ObjectName('invite'),
  name: Type.String({ description: 'The name of the person' }),
  email: buildNullable(Type.String({ description: 'Email address that single sign-on matches' })),
  role: RoleName,
  invited_by: buildNullable(
    PrefixedId('mem', 'Member who created it; null for the account holder'),
  ),
  expires_at: UnixMs('When its link expires'),
  created_at: UnixMs('When it was created'),
};

/** An open invitation. */
export const InviteSchema = Type.Object(fields, {
  $id: 'Invite',
  description: 'An unused invitation to the team',
});
export type InviteBody = Static<typeof InviteSchema>;

/** The only response that contains an invitation's link. */
export const InviteLinkSchema = Type.Object(
  { ...fields, url: Type.String({ description: 'The link to pass on; only in this response' }) },
  { $id: 'InviteWithLink', description: 'An invitation with its link; only in this response' },
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
