import { Type, type Static } from 'typebox';
import { nullable, ObjectName, PrefixedId, UnixMs, VISIBLE } from './common.js';

const PasskeyName = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: VISIBLE,
  description: 'For people, such as the device that holds it',
});

/** Bytes as browsers write them into JSON. @param maxLength generous: real ones are far shorter */
const Bytes = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description });

/** What `PublicKeyCredential.toJSON()` has in every case; browsers add to it as they like. */
const credential = {
  id: Bytes(1_400, 'The name that the device gave it'),
  type: Type.Literal('public-key', { description: 'Always `public-key`' }),
};
const clientDataJSON = Bytes(8_000, 'What the browser says of the request');
const authenticatorData = Bytes(8_000, 'What the device says of itself');

/** What a device answers when it has made a passkey. */
export const NewCredentialSchema = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON,
        attestationObject: Bytes(30_000, 'The public key, as the device wrote it'),
        transports: Type.Optional(
          Type.Array(Type.String({ maxLength: 20 }), {
            maxItems: 10,
            description: 'How the device is reached',
          }),
        ),
      },
      { additionalProperties: true, description: 'What the device answered' },
    ),
  },
  {
    $id: 'NewCredential',
    description:
      'What the browser made of the options, as `PublicKeyCredential.toJSON()` writes it',
    additionalProperties: true,
  },
);
export type NewCredential = Static<typeof NewCredentialSchema>;

/** What a device answers when it signs in. */
export const SignedCredentialSchema = Type.Object(
  {
    ...credential,
    response: Type.Object(
      { clientDataJSON, authenticatorData, signature: Bytes(4_000, 'By the key of the device') },
      { additionalProperties: true, description: 'What the device answered' },
    ),
  },
  { additionalProperties: true },
);
export type SignedCredential = Static<typeof SignedCredentialSchema>;

/** Body of POST /app/api/passkeys. */
export const CreatePasskeySchema = Type.Object(
  { name: Type.Optional(PasskeyName), credential: NewCredentialSchema },
  { $id: 'CreatePasskey', description: 'A passkey to keep', additionalProperties: false },
);
export type CreatePasskeyBody = Static<typeof CreatePasskeySchema>;

/** Body of PATCH /app/api/passkeys/{id}. */
export const UpdatePasskeySchema = Type.Object(
  { name: PasskeyName },
  { $id: 'UpdatePasskey', description: 'Its new name', additionalProperties: false },
);

/** Body of POST /app/api/session/passkey. */
export const SignInPasskeySchema = Type.Object(
  { credential: SignedCredentialSchema },
  { additionalProperties: false },
);

/** What the browser is asked to do. */
export const PasskeyOptionsSchema = Type.Object(
  {
    object: ObjectName('passkey_options'),
    options: Type.Object(
      { challenge: Type.String({ description: 'To be signed once, within 5 minutes' }) },
      {
        additionalProperties: true,
        description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON`',
      },
    ),
  },
  { $id: 'PasskeyOptions', description: 'What the browser is asked to make' },
);
export type PasskeyOptionsBody = Static<typeof PasskeyOptionsSchema>;

/** A passkey of whoever is signed in. */
export const PasskeySchema = Type.Object(
  {
    id: PrefixedId('psk', 'Id of the passkey'),
    object: ObjectName('passkey'),
    name: Type.String({ description: 'Its name' }),
    last_used_at: nullable(UnixMs('When it last signed in; null when never')),
    created_at: UnixMs('When it was added'),
  },
  { $id: 'Passkey', description: 'A passkey with which you sign in' },
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
