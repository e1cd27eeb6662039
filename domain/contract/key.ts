import { Type, type Static } from 'typebox';
import { SCOPES } from '../catalogue/scopes.js';
import { ScopeName } from './choices.js';
import { buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';

/** Maximum spending cap. A larger cap is a typing mistake. */
const CAP_MAX = 100_000_000;

/**
 * Builds a spending cap's schema.
 * @param description says what it limits, and the default
 */
export const CreditCap = (description: string) =>
  Type.Integer({ minimum: 0, maximum: CAP_MAX, description });

/** Body of POST /app/api/keys. */
export const CreateKeySchema = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 80,
      pattern: '\\S',
      description: 'Display name, such as the app that uses the key',
    }),
    scopes: Type.Optional(
      Type.Array(ScopeName, {
        minItems: 1,
        maxItems: SCOPES.length,
        uniqueItems: true,
        description: "The key's scopes. Default: all scopes.",
      }),
    ),
    monthly_credit_cap: Type.Optional(
      CreditCap('Maximum credits the key can spend per UTC month. Default: no cap.'),
    ),
    team: Type.Optional(
      Type.Boolean({
        description:
          "True for a team key, which stays active when you leave the team. Default: false, a personal key, which is revoked when you leave. The account owner's keys are always team keys.",
      }),
    ),
  },
  { $id: 'CreateKey', description: 'An API key to create', additionalProperties: false },
);
export type CreateKeyBody = Static<typeof CreateKeySchema>;

const fields = {
  id: PrefixedId('key', 'Key ID'),
  object: ObjectName('api_key'),
  name: Type.String({ description: 'Display name. Empty if none was set' }),
  prefix: Type.String({ description: 'First characters of the key' }),
  scopes: Type.Array(ScopeName, { description: "The key's scopes" }),
  monthly_credit_cap: buildNullable(
    Type.Integer({
      description: 'Maximum credits the key can spend per UTC month. Null for no cap',
    }),
  ),
  spent_this_month: Type.Integer({ description: 'Credits spent or held this UTC month' }),
  last_used_at: buildNullable(UnixMs('Time of last use, accurate to 5 minutes')),
  created_at: UnixMs('Creation time'),
  member_id: buildNullable(
    PrefixedId(
      'mem',
      'The member who owns a personal key, which is revoked when they leave. Null for a team key',
    ),
  ),
  made_by: buildNullable(
    PrefixedId(
      'mem',
      'The member who created a team key, and who may have a copy. Null for other keys',
    ),
  ),
};

/** An API key, without the secret, which is not stored. */
export const KeySchema = Type.Object(fields, { $id: 'Key', description: 'An API key' });
export type KeyBody = Static<typeof KeySchema>;

/** The only response that contains the key itself. */
export const KeySecretSchema = Type.Object(
  { ...fields, key: Type.String({ description: 'The full key. Only this response contains it' }) },
  {
    $id: 'KeyWithSecret',
    description: 'A new API key. Only this response contains the full key',
  },
);
export type KeySecretBody = Static<typeof KeySecretSchema>;
