import { Type, type Static } from 'typebox';
import type { Role } from '../catalogue/roles.js';
import { buildNamedChoice, buildNullable, ObjectName, PrefixedId } from './common.js';

export const RoleName = buildNamedChoice<Role>('Role', 'Role of a person', {
  owner: 'everything, including members and invitations',
  developer: 'keys, webhooks, generations and everything else except members',
  viewer: 'read only',
});

const MemberSchema = Type.Object(
  {
    id: PrefixedId('mem', 'Id of the member'),
    name: Type.String({ description: 'Their name' }),
    role: RoleName,
  },
  { $id: 'SessionMember', description: 'The signed-in team member' },
);

/** The person who is signed in, and the data that the dashboard needs on load. */
export const SessionSchema = Type.Object(
  {
    object: ObjectName('session'),
    account: Type.Object(
      {
        id: PrefixedId('acc', 'Id of the account'),
        plan: Type.String({ description: 'Plan of the account' }),
      },
      { description: 'The account of the session' },
    ),
    member: buildNullable(MemberSchema, 'Null for the account holder'),
    role: RoleName,
    operator: Type.Boolean({ description: 'Whether it can see the operator pages' }),
    temporal_ui_url: buildNullable(
      Type.String({
        description: 'Temporal UI for operators; null for others, or if not configured',
      }),
    ),
    passkeys_possible: Type.Boolean({
      description: 'Whether passkeys work at the address of this service',
    }),
  },
  { $id: 'Session', description: 'The signed-in person and their account' },
);
export type SessionBody = Static<typeof SessionSchema>;
