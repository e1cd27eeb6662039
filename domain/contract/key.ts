import { Type, type Static } from 'typebox';
import { SCOPES } from '../catalogue/scopes.js';
import { ScopeName } from './choices.js';
import { buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';

/** Maximum spending cap. A larger cap is a typing mistake. */
const CAP_MAX = 100_000_000;

/** Builds a spending cap's schema. @param description says what it limits, and the default */
export const CreditCap = (description: string) =>
  Type.Integer({ minimum: 0, maximum: CAP_MAX, description });

/** Body of POST /app/api/keys. */
export const CreateKeySchema = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 80,
      pattern: '\\S',
      description: 'Name for people, such as where the key is used',
    }),
    scopes: Type.Optional(
      Type.Array(ScopeName, {
        minItems: 1,
        maxItems: SCOPES.length,
        uniqueItems: true,
        description: 'Scopes of the key. Default: all scopes.',
      }),
    ),
    monthly_credit_cap: Type.Optional(
      CreditCap('Credits the key can spend per UTC month. Default: no cap.'),
    ),
    team: Type.Optional(
      Type.Boolean({
        description:
          'Whether the key belongs to the team and stays active when you leave. Default: false, a personal key that ends when you leave. Keys of the account holder are always team keys.',
      }),
    ),
  },
  { $id: 'CreateKey', description: 'An API key to create', additionalProperties: false },
);
export type CreateKeyBody = Static<typeof CreateKeySchema>;

const fields = {
  id: PrefixedId('key', 'Id of the key'),
  object: ObjectName('api_key'),
  name: Type.String({ description: 'Name for people; empty if none was given' }),
  prefix: Type.String({ description: 'Leading characters of the key' }),
  scopes: Type.Array(ScopeName, { description: 'Scopes of the key' }),
  monthly_credit_cap: buildNullable(
    Type.Integer({ description: 'Credits the key can spend per UTC month; null for no cap' }),
  ),
  spent_this_month: Type.Integer({ description: 'Credits spent or held this UTC month' }),
  last_used_at: buildNullable(UnixMs('When it was last used, to within 5 minutes')),
  created_at: UnixMs('When it was created'),
  member_id: buildNullable(
    PrefixedId('mem', 'Owner of a personal key, which ends when they leave; null for a team key'),
  ),
  made_by: buildNullable(
    PrefixedId(
      'mem',
      'Member who created a team key, and can still have a copy after leaving; null for other keys',
    ),
  ),
};

/** An API key, without the secret, which is not stored. */
export const KeySchema = Type.Object(fields, { $id: 'Key', description: 'An API key' });
export type KeyBody = Static<typeof KeySchema>;

/** The only response that contains the key itself. */
export const KeySecretSchema = Type.Object(
  { ...fields, key: Type.String({ description: 'The key itself; only in this response' }) },
  {
    $id: 'KeyWithSecret',
    description: 'A new API key; only this response contains the key itself',
  },
);
export type KeySecretBody = Static<typeof KeySecretSchema>;
