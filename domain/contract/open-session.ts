import { Type, type Static } from 'typebox';
import { buildNamedChoice, buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';

const OpenedBy = buildNamedChoice<'link' | 'invite' | 'passkey' | 'oidc'>(
  'SessionOrigin',
  'How the person signed in',
  {
    link: 'with a sign-in link',
    invite: 'with an invitation',
    passkey: 'with a passkey',
    oidc: 'with single sign-on',
  },
);

/** A signed-in browser. */
export const OpenSessionSchema = Type.Object(
  {
    id: PrefixedId('ses', 'Id of the session'),
    object: ObjectName('open_session'),
    member_id: buildNullable(
      PrefixedId('mem', 'Member who is signed in; null for the account holder'),
    ),
    current: Type.Boolean({ description: 'Whether this is the session of the request' }),
    operator: Type.Boolean({ description: 'Whether it can see the operator pages' }),
    opened_by: OpenedBy,
    browser: Type.String({ description: 'Browser, from its User-Agent' }),
    created_at: UnixMs('When it was opened'),
    last_seen_at: UnixMs('When it was last used, to within 5 minutes'),
    expires_at: UnixMs('When it expires, unless it is used before'),
  },
  { $id: 'OpenSession', description: 'A signed-in browser' },
);
export type OpenSessionBody = Static<typeof OpenSessionSchema>;
