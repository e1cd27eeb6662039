import { Type, type Static } from 'typebox';
import { SCOPES } from '../catalogue/scopes.js';
import { ScopeName } from './choices.js';
import { nullable, ObjectName, PrefixedId, UnixMs } from './common.js';

/** More credits than this are a typing mistake. */
const CAP_MAX = 100_000_000;

/** A cap on what may be spent. @param description of what, and what holds without one */
export const CreditCap = (description: string) =>
  Type.Integer({ minimum: 0, maximum: CAP_MAX, description });

/** Body of POST /app/api/keys. */
export const CreateKeySchema = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 80,
      pattern: '\\S',
      description: 'For people, such as where it is used',
    }),
    scopes: Type.Optional(
      Type.Array(ScopeName, {
        minItems: 1,
        maxItems: SCOPES.length,
        uniqueItems: true,
        description: 'What it may do. Default: everything.',
      }),
    ),
    monthly_credit_cap: Type.Optional(
      CreditCap('Credits it may spend in a UTC month. Default: no cap.'),
    ),
    team: Type.Optional(
      Type.Boolean({
        description:
          'Whether it belongs to the team and stays when you leave. Default: false, it is yours and ends with you. Whoever holds the account itself makes keys of the team.',
      }),
    ),
  },
  { $id: 'CreateKey', description: 'An API key to make', additionalProperties: false },
);
export type CreateKeyBody = Static<typeof CreateKeySchema>;

const fields = {
  id: PrefixedId('key', 'Id of the key'),
  object: ObjectName('api_key'),
  name: Type.String({ description: 'For people; empty when none was given' }),
  prefix: Type.String({ description: 'Its leading characters' }),
  scopes: Type.Array(ScopeName, { description: 'What it may do' }),
  monthly_credit_cap: nullable(
    Type.Integer({ description: 'Credits it may spend in a UTC month; null for no cap' }),
  ),
  spent_this_month: Type.Integer({ description: 'Credits spent or held in this UTC month' }),
  last_used_at: nullable(UnixMs('When it was last used, to within 5 minutes')),
  created_at: UnixMs('When it was made'),
  member_id: nullable(
    PrefixedId('mem', 'Whose key it is, and with whom it ends; null for a key of the team'),
  ),
  made_by: nullable(
    PrefixedId(
      'mem',
      'The member who made a team key, and may still know it after leaving; null for other keys',
    ),
  ),
};

/** An API key, without the key itself, which is not stored. */
export const KeySchema = Type.Object(fields, { $id: 'Key', description: 'An API key' });
export type KeyBody = Static<typeof KeySchema>;

/** The same in the one answer that shows it. */
export const KeySecretSchema = Type.Object(
  { ...fields, key: Type.String({ description: 'The key itself; shown only here' }) },
  { $id: 'KeyWithSecret', description: 'An API key in the one answer that shows it' },
);
export type KeySecretBody = Static<typeof KeySecretSchema>;
