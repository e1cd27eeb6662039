import { Type, type Static } from 'typebox';
import { SCOPES } from '../catalogue/scopes.js';
import { ScopeName } from './choices.js';
import { buildNamedChoice, buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';
import { CreditCap } from './key.js';
import { PRINTABLE } from './printable.js';

/** Time in seconds to answer a login. */
export const LOGIN_SECONDS = 600;
/** Minimum seconds between two claims. */
export const CLAIM_SECONDS = 2;
/** Time in seconds, after the first delivery, to claim the same key again. */
export const REPEAT_SECONDS = 60;
/** Together with `Command line (…)`, the name fits into a key's name. */
const CLIENT_NAME_MAX = 60;

/** Body of POST /v1/device-logins. */
export const StartDeviceLoginSchema = Type.Object(
  {
    client_name: Type.String({
      minLength: 1,
      maxLength: CLIENT_NAME_MAX,
      pattern: PRINTABLE,
      description: 'Name of the program, which the person sees, such as its host name',
    }),
  },
  {
    $id: 'StartDeviceLogin',
    description: 'A program that wants an API key',
    additionalProperties: false,
  },
);

export const DeviceLoginStartedSchema = Type.Object(
  {
    object: ObjectName('device_login'),
    device_code: Type.String({ description: "The program's secret, which claims the key" }),
    user_code: Type.String({ description: 'Code that the person confirms, as `ABCD-EFGH`' }),
    verification_url: Type.String({ description: 'Page on which the person enters the code' }),
    verification_url_complete: Type.String({ description: 'The same page with the code' }),
    expires_in: Type.Integer({ description: 'Seconds until the login expires' }),
    interval: Type.Integer({ description: 'Minimum seconds between two claims' }),
  },
  { $id: 'DeviceLoginStarted', description: 'A login that a person has to allow' },
);
export type DeviceLoginStartedBody = Static<typeof DeviceLoginStartedSchema>;

/** Body of POST /v1/device-logins/claim. */
export const ClaimDeviceLoginSchema = Type.Object(
  { device_code: Type.String({ maxLength: 200, description: "The login's `device_code`" }) },
  { $id: 'ClaimDeviceLogin', description: 'A login to claim', additionalProperties: false },
);

const ClaimStatus = buildNamedChoice('DeviceLoginStatus', 'State of a login', {
  pending: 'waits for a person. Claim again after `interval` seconds',
  approved: 'a person allowed it. The response has the key',
  denied: 'a person denied it, or may no longer allow it',
  expired: 'the code is unknown or has expired, or the key was delivered',
});

export const DeviceLoginClaimSchema = Type.Object(
  {
    object: ObjectName('device_login_claim'),
    status: ClaimStatus,
    api_key: Type.Optional(Type.String({ description: 'The full key. Only with `approved`' })),
    key_id: Type.Optional(PrefixedId('key', 'Key ID. Only with `approved`')),
    account_id: Type.Optional(PrefixedId('acc', "The key's account. Only with `approved`")),
  },
  { $id: 'DeviceLoginClaim', description: 'The state of a login' },
);
export type DeviceLoginClaimBody = Static<typeof DeviceLoginClaimSchema>;

/** Path parameter of the routes for people. Case and separators do not matter. */
export const DeviceLoginParams = Type.Object({
  code: Type.String({
    minLength: 1,
    maxLength: 40,
    description: "The login's `user_code`. Case and separators do not matter",
  }),
});

/** A login, presented to the person who answers it. */
export const DeviceLoginSchema = Type.Object(
  {
    object: ObjectName('device_login'),
    user_code: Type.String({ description: 'Code that the program shows' }),
    client_name: Type.String({ description: "The program's self-declared name. Not verified" }),
    network: Type.String({
      description: 'Network that started the login: an IPv4 address, or the /64 of an IPv6 address',
    }),
    is_own_network: Type.Boolean({ description: 'Whether your browser is in the same network' }),
    created_at: UnixMs('Creation time'),
    expires_at: UnixMs('Expiry time'),
  },
  { $id: 'DeviceLogin', description: 'A program that wants an API key' },
);
export type DeviceLoginBody = Static<typeof DeviceLoginSchema>;

/** Body of POST /app/api/device-logins/{code}. */
export const AnswerDeviceLoginSchema = Type.Object(
  {
    allow: Type.Boolean({ description: 'Whether to create a key for the program' }),
    scopes: Type.Optional(
      Type.Array(ScopeName, {
        minItems: 1,
        maxItems: SCOPES.length,
        uniqueItems: true,
        description: "The key's scopes. Default: `read` and `generate`.",
      }),
    ),
    monthly_credit_cap: Type.Optional(
      CreditCap('Maximum credits the key can spend per UTC month. Default: no cap.'),
    ),
  },
  { $id: 'AnswerDeviceLogin', description: 'Your answer to a login', additionalProperties: false },
);
export type AnswerDeviceLoginBody = Static<typeof AnswerDeviceLoginSchema>;

export const DeviceLoginAnsweredSchema = Type.Object(
  {
    object: ObjectName('device_login_answer'),
    key_id: buildNullable(PrefixedId('key', "The program's key. Null if you denied it")),
  },
  { $id: 'DeviceLoginAnswered', description: 'The answered login' },
);
export type DeviceLoginAnsweredBody = Static<typeof DeviceLoginAnsweredSchema>;
