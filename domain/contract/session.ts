import { Type, type Static } from 'typebox';
import type { Role } from '../catalogue/roles.js';
import { namedChoice, nullable, ObjectName, PrefixedId } from './common.js';

export const RoleName = namedChoice<Role>('Role', 'What a person may do', {
  owner: 'everything, members and invitations too',
  developer: 'keys, webhooks, generations and all else but members',
  viewer: 'look, and change nothing',
});

const MemberSchema = Type.Object(
  {
    id: PrefixedId('mem', 'Id of the member'),
    name: Type.String({ description: 'Their name' }),
    role: RoleName,
  },
  { $id: 'SessionMember', description: 'The member of the team who is signed in' },
);

/** Who is signed in, and what the pages need to know at once. */
export const SessionSchema = Type.Object(
  {
    object: ObjectName('session'),
    account: Type.Object(
      {
        id: PrefixedId('acc', 'Id of the account'),
        plan: Type.String({ description: 'Its plan' }),
      },
      { description: 'The account that is worked on' },
    ),
    member: nullable(MemberSchema, 'Null for whoever holds the account itself'),
    role: RoleName,
    operator: Type.Boolean({ description: 'Whether it may see the pages of operators' }),
    temporal_ui_url: nullable(
      Type.String({ description: 'Where operators see runs; null for others, or when unknown' }),
    ),
    passkeys_possible: Type.Boolean({ description: 'Whether browsers allow passkeys here' }),
  },
  { $id: 'Session', description: 'Who is signed in' },
);
export type SessionBody = Static<typeof SessionSchema>;
