import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import {
  createPasskey,
  createPasskeyOptions,
  deletePasskey,
  listPasskeys,
  updatePasskey,
  type NewCredential,
  type Passkey,
} from '../api';
import { client } from '../api/client.gen';
import { newIdempotencyKey } from './idempotency';

/** How somebody can sign in here, beside links. */
interface SignInWays {
  readonly passkeys: boolean;
  readonly single_sign_on: boolean;
}

export const signInWaysOptions = () =>
  queryOptions({
    queryKey: ['sign-in-ways'],
    queryFn: async ({ signal }) => {
      const url = '/sign-in';
      const { data } = await client.get<{ 200: SignInWays }, unknown, true>({
        url,
        signal,
        throwOnError: true,
      });
      return data;
    },
    staleTime: Infinity,
  });

export const passkeysOptions = () =>
  queryOptions({
    queryKey: ['passkeys'],
    queryFn: async ({ signal }) => (await listPasskeys({ signal, throwOnError: true })).data.data,
  });

/** Asks the browser to make a passkey, and keeps it. */
export async function addPasskey(name: string): Promise<void> {
  const asked = await createPasskeyOptions({ headers: newIdempotencyKey(), throwOnError: true });
  const optionsJSON = asked.data.options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = await startRegistration({ optionsJSON });
  const body = { name, credential: credential as unknown as NewCredential };
  await createPasskey({ body, headers: newIdempotencyKey(), throwOnError: true });
}

export async function renamePasskey({ id, name }: Pick<Passkey, 'id' | 'name'>): Promise<void> {
  const [path, body] = [{ id }, { name }];
  await updatePasskey({ path, body, headers: newIdempotencyKey(), throwOnError: true });
}

export async function removePasskey(id: string): Promise<void> {
  await deletePasskey({ path: { id }, headers: newIdempotencyKey(), throwOnError: true });
}

/** Asks the browser for a passkey of this service, and signs in with it. */
export async function signInWithPasskey(): Promise<void> {
  type Asked = { 200: { options: PublicKeyCredentialRequestOptionsJSON } };
  const { data } = await client.post<Asked, unknown, true>({
    url: '/session/passkey-options',
    throwOnError: true,
  });
  const credential = await startAuthentication({ optionsJSON: data.options });
  await client.post({
    url: '/session/passkey',
    body: { credential },
    headers: { 'Content-Type': 'application/json' },
    throwOnError: true,
  });
}

/** Whether the browser, and not the service, ended it: mostly its person, who changed their mind. */
export const isBrowserRefusal = (thrown: unknown): boolean =>
  thrown instanceof WebAuthnError || (thrown instanceof Error && thrown.name === 'NotAllowedError');

/** What the browser's refusal means to a person. */
export const explainBrowserRefusal = (thrown: unknown): string =>
  thrown instanceof Error && thrown.name === 'InvalidStateError'
    ? 'This device has a passkey for you already.'
    : 'Your browser made no passkey available. Try again, or choose another device.';
