import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../api/client.gen';
import { newIdempotencyKey } from './idempotency';

/** A passkey of whoever is signed in. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly last_used_at: number | null;
  readonly created_at: number;
}

/** How somebody can sign in here, beside links. */
interface SignInWays {
  readonly passkeys: boolean;
  readonly single_sign_on: boolean;
}

const JSON_HEADER = { 'Content-Type': 'application/json' };

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
    queryFn: async ({ signal }) => {
      const url = '/passkeys';
      const { data } = await client.get<{ 200: { data: Passkey[] } }, unknown, true>({
        url,
        signal,
        throwOnError: true,
      });
      return data.data;
    },
  });

async function askFor<T>(url: string): Promise<T> {
  const headers = newIdempotencyKey();
  const { data } = await client.post<{ 200: { options: T } }, unknown, true>({
    url,
    headers,
    throwOnError: true,
  });
  return data.options;
}

/** Asks the browser to make a passkey, and keeps it. */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await askFor<PublicKeyCredentialCreationOptionsJSON>('/passkeys/options');
  const credential = await startRegistration({ optionsJSON });
  const headers = { ...JSON_HEADER, ...newIdempotencyKey() };
  await client.post({
    url: '/passkeys',
    body: { name, credential },
    headers,
    throwOnError: true,
  });
}

export async function renamePasskey({ id, name }: Pick<Passkey, 'id' | 'name'>): Promise<void> {
  const headers = { ...JSON_HEADER, ...newIdempotencyKey() };
  await client.patch({ url: `/passkeys/${id}`, body: { name }, headers, throwOnError: true });
}

export async function removePasskey(id: string): Promise<void> {
  await client.delete({ url: `/passkeys/${id}`, headers: newIdempotencyKey(), throwOnError: true });
}

/** Asks the browser for a passkey of this service, and signs in with it. */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await askFor<PublicKeyCredentialRequestOptionsJSON>(
    '/session/passkey-options',
  );
  const credential = await startAuthentication({ optionsJSON });
  const headers = { ...JSON_HEADER, ...newIdempotencyKey() };
  await client.post({ url: '/session/passkey', body: { credential }, headers, throwOnError: true });
}

/** Whether the browser, and not the service, ended it: mostly its person, who changed their mind. */
export const isBrowserRefusal = (thrown: unknown): boolean =>
  thrown instanceof WebAuthnError || (thrown instanceof Error && thrown.name === 'NotAllowedError');

/** What the browser's refusal means to a person. */
export const explainBrowserRefusal = (thrown: unknown): string =>
  thrown instanceof Error && thrown.name === 'InvalidStateError'
    ? 'This device has a passkey for you already.'
    : 'Your browser made no passkey available. Try again, or choose another device.';
