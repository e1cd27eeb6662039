import { Type, type Static } from 'typebox';
import type { Role } from '../catalogue/roles.js';
import { nullable, ObjectName, PrefixedId, UnixMs } from './common.js';
import { PersonName } from './member.js';
import { RoleName } from './session.js';

/** Body of POST /app/api/invites. */
export const CreateInviteSchema = Type.Object(
  {
    name: PersonName,
    role: RoleName,
    email: Type.Optional(
      nullable(
        Type.String({
          minLength: 3,
          maxLength: 254,
          pattern: '^[^\\s@]+@[^\\s@]+$',
          description: 'Where single sign-on is used: the address by which it finds the person',
        }),
      ),
    ),
  },
  { $id: 'CreateInvite', description: 'Somebody to invite', additionalProperties: false },
);
export type CreateInviteBody = Static<typeof CreateInviteSchema>;

const fields = {
  id: PrefixedId('inv', 'Id of the invitation'),
  object: ObjectName('invite'),
  name: Type.String({ description: 'The name of the person' }),
  email: nullable(Type.String({ description: 'By which single sign-on finds it' })),
  role: RoleName,
  invited_by: nullable(PrefixedId('mem', 'Who made it; null for whoever holds the account itself')),
  expires_at: UnixMs('Until when its link works'),
  created_at: UnixMs('When it was made'),
};

/** An invitation that is open. */
export const InviteSchema = Type.Object(fields, {
  $id: 'Invite',
  description: 'An invitation to the team that nobody has used yet',
});
export type InviteBody = Static<typeof InviteSchema>;

/** The same in the one answer that shows its link. */
export const InviteLinkSchema = Type.Object(
  { ...fields, url: Type.String({ description: 'The link to hand over; shown only here' }) },
  { $id: 'InviteWithLink', description: 'An invitation in the one answer that shows its link' },
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
