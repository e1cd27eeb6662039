import {
  startAuthentication,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.gen';
import { newIdempotencyKey } from '../../requests/idempotency';

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

/** Exchanges the secret of a sign-in link for a session, which is a cookie. */
export async function signIn(secret: string): Promise<void> {
  await client.post({
    url: '/session',
    body: { secret },
    headers: { 'Content-Type': 'application/json', ...newIdempotencyKey() },
    throwOnError: true,
  });
}

/** A team that somebody may enter whom single sign-on has brought back. */
export interface Team {
  readonly id: string;
  readonly name: string;
  /** False for a team that has invited the person. */
  readonly joined: boolean;
}

export const teamsOptions = () =>
  queryOptions({
    queryKey: ['sign-in-teams'],
    queryFn: async ({ signal }) => {
      const call = { url: '/sign-in/teams', signal, throwOnError: true } as const;
      return (await client.get<{ 200: { data: Team[] } }, unknown, true>(call)).data.data;
    },
    retry: false,
  });

export async function enterTeam(id: string): Promise<void> {
  await client.post({
    url: '/sign-in/teams',
    body: { account_id: id },
    headers: { 'Content-Type': 'application/json' },
    throwOnError: true,
  });
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
