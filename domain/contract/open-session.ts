import { Type, type Static } from 'typebox';
import { buildNamedChoice, buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';

const OpenedBy = buildNamedChoice<'link' | 'invite' | 'passkey' | 'oidc'>(
  'SessionOrigin',
  'How the person signed in',
  {
    link: 'with a sign-in link',
    invite: 'with an invite',
    passkey: 'with a passkey',
    oidc: 'with single sign-on',
  },
);

/** A signed-in browser. */
export const OpenSessionSchema = Type.Object(
  {
    id: PrefixedId('ses', 'Session ID'),
    object: ObjectName('open_session'),
    member_id: buildNullable(PrefixedId('mem', 'The signed-in member. Null for the account owner')),
    current: Type.Boolean({ description: 'Whether this is your current session' }),
    operator: Type.Boolean({ description: 'Whether the session can access the operator pages' }),
    opened_by: OpenedBy,
    browser: Type.String({ description: "The browser's User-Agent" }),
    created_at: UnixMs('Creation time'),
    last_seen_at: UnixMs('Time of last use, accurate to 5 minutes'),
    expires_at: UnixMs('Time the session expires if it is not used before then'),
  },
  { $id: 'OpenSession', description: 'A signed-in browser' },
);
export type OpenSessionBody = Static<typeof OpenSessionSchema>;
