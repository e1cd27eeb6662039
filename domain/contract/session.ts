import { Type, type Static } from 'typebox';
import type { Role } from '../catalogue/roles.js';
import { buildNamedChoice, buildNullable, ObjectName, PrefixedId } from './common.js';

export const RoleName = buildNamedChoice<Role>('Role', "A person's role", {
  owner: 'full access, including members and invites',
  developer: 'full access, except to members',
  viewer: 'read only',
});

const MemberSchema = Type.Object(
  {
    id: PrefixedId('mem', 'Member ID'),
    name: Type.String({ description: "The member's name" }),
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
        id: PrefixedId('acc', 'Account ID'),
        plan: Type.String({ description: "The account's plan" }),
      },
      { description: 'The account the session belongs to' },
    ),
    member: buildNullable(MemberSchema, 'Null for the account owner'),
    role: RoleName,
    operator: Type.Boolean({ description: 'Whether the session can access the operator pages' }),
    temporal_ui_url: buildNullable(
      Type.String({
        description: 'URL of the Temporal UI. Null unless you are an operator and it is configured',
      }),
    ),
    passkeys_possible: Type.Boolean({
      description: 'Whether passkeys work on this site',
    }),
  },
  { $id: 'Session', description: 'The signed-in user and their account' },
);
export type SessionBody = Static<typeof SessionSchema>;
