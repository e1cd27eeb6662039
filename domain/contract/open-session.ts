import { Type, type Static } from 'typebox';
import { namedChoice, nullable, ObjectName, PrefixedId, UnixMs } from './common.js';

const OpenedBy = namedChoice<'link' | 'invite' | 'passkey' | 'oidc'>(
  'SessionOrigin',
  'How somebody signed in',
  {
    link: 'by a sign-in link',
    invite: 'by an invitation',
    passkey: 'by a passkey',
    oidc: 'by single sign-on',
  },
);

/** A browser in which somebody is signed in. */
export const OpenSessionSchema = Type.Object(
  {
    id: PrefixedId('ses', 'Id of the session'),
    object: ObjectName('open_session'),
    member_id: nullable(PrefixedId('mem', 'Whose; null for whoever holds the account itself')),
    current: Type.Boolean({ description: 'Whether it is the one that asks' }),
    operator: Type.Boolean({ description: 'Whether it sees the pages of operators' }),
    opened_by: OpenedBy,
    browser: Type.String({ description: 'What the browser says of itself' }),
    created_at: UnixMs('When it was opened'),
    last_seen_at: UnixMs('When it was last used, to within 5 minutes'),
    expires_at: UnixMs('When it ends, unless it is used before'),
  },
  { $id: 'OpenSession', description: 'A browser in which somebody is signed in' },
);
export type OpenSessionBody = Static<typeof OpenSessionSchema>;
