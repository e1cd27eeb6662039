import { Type, type Static } from 'typebox';
import { buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';
import { VISIBLE } from './patterns.js';

const PasskeyName = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: VISIBLE,
  description: 'Display name, such as the name of the device',
});

/**
 * Builds a field of base64url bytes from the browser.
 * @param maxLength generous: real values are much shorter
 */
const Bytes = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description });

/** Fields that `PublicKeyCredential.toJSON()` always has. Browsers can add more. */
const credential = {
  id: Bytes(1_400, 'Credential ID from the device'),
  type: Type.Literal('public-key', { description: 'Always `public-key`' }),
};
const clientDataJSON = Bytes(8_000, 'Client data from the browser');
const authenticatorData = Bytes(8_000, 'Authenticator data from the device');

/** The response of a device that created a passkey. */
export const NewCredentialSchema = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON,
        attestationObject: Bytes(
          30_000,
          'Attestation object from the device, which contains the public key',
        ),
        transports: Type.Optional(
          Type.Array(Type.String({ maxLength: 20 }), {
            maxItems: 10,
            description: 'Transports the authenticator supports',
          }),
        ),
      },
      { additionalProperties: true, description: "The authenticator's response" },
    ),
  },
  {
    $id: 'NewCredential',
    description: 'The new credential, in the format of `PublicKeyCredential.toJSON()`',
    additionalProperties: true,
  },
);
export type NewCredential = Static<typeof NewCredentialSchema>;

/** The response of a device that signs in. */
export const SignedCredentialSchema = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON,
        authenticatorData,
        signature: Bytes(4_000, 'Signature with the key of the device'),
      },
      { additionalProperties: true, description: "The authenticator's response" },
    ),
  },
  { additionalProperties: true },
);
export type SignedCredential = Static<typeof SignedCredentialSchema>;

/** Body of POST /app/api/passkeys. */
export const CreatePasskeySchema = Type.Object(
  { name: Type.Optional(PasskeyName), credential: NewCredentialSchema },
  { $id: 'CreatePasskey', description: 'A passkey to add', additionalProperties: false },
);
export type CreatePasskeyBody = Static<typeof CreatePasskeySchema>;

/** Body of PATCH /app/api/passkeys/{id}. */
export const UpdatePasskeySchema = Type.Object(
  { name: PasskeyName },
  { $id: 'UpdatePasskey', description: 'A new name for a passkey', additionalProperties: false },
);

/** Body of POST /app/api/session/passkey. */
export const SignInPasskeySchema = Type.Object(
  { credential: SignedCredentialSchema },
  { additionalProperties: false },
);

/** Options for `navigator.credentials.create`, in the JSON format of WebAuthn; the rest is optional. */
export interface PasskeyCreationOptions {
  challenge: string;
  rp: { id?: string; name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { alg: number; type: 'public-key' }[];
}

/** Options for the browser's passkey request. */
export const PasskeyOptionsSchema = Type.Object(
  {
    object: ObjectName('passkey_options'),
    options: Type.Unsafe<PasskeyCreationOptions>(
      Type.Object(
        { challenge: Type.String({ description: 'Challenge to sign once, within 5 minutes' }) },
        {
          additionalProperties: true,
          description: 'Options for `PublicKeyCredential.parseCreationOptionsFromJSON`',
        },
      ),
    ),
  },
  { $id: 'PasskeyOptions', description: 'Options for the browser to create a passkey' },
);
export type PasskeyOptionsBody = Static<typeof PasskeyOptionsSchema>;

/** A passkey of the person who is signed in. */
export const PasskeySchema = Type.Object(
  {
    id: PrefixedId('psk', 'Passkey ID'),
    object: ObjectName('passkey'),
    name: Type.String({ description: 'Name of the passkey' }),
    last_used_at: buildNullable(UnixMs('Time it was last used to sign in', 'Null if never used')),
    created_at: UnixMs('Time the passkey was added'),
  },
  { $id: 'Passkey', description: 'A passkey for signing in' },
);
export type PasskeyBody = Static<typeof PasskeySchema>;

export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

export const presentPasskey = (row: PasskeyView): PasskeyBody => ({
  id: row.id,
  object: 'passkey',
  name: row.name,
  last_used_at: row.lastUsedAt?.getTime() ?? null,
  created_at: row.createdAt.getTime(),
});
