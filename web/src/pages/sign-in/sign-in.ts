import {
  startAuthentication,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { fetchJson } from '../../api/fetch-json';
import { createIdempotencyKey } from '../../requests/idempotency';

/** Ways to sign in other than links. */
interface SignInWays {
  readonly passkeys: boolean;
  readonly single_sign_on: boolean;
}

export const buildSignInWaysQuery = () =>
  queryOptions({
    queryKey: ['sign-in-ways'],
    queryFn: ({ signal }) => fetchJson<SignInWays>('GET', '/sign-in', { signal }),
    staleTime: Infinity,
  });

/** Exchanges a sign-in link's secret for a session, which is a cookie. */
export async function signIn(secret: string): Promise<void> {
  await fetchJson('POST', '/session', { body: { secret }, headers: createIdempotencyKey() });
}

/** A team that the user may enter after single sign-on. */
export interface Team {
  readonly id: string;
  readonly name: string;
  /** False for a team that has invited the person but that the person has not joined yet. */
  readonly joined: boolean;
}

export const buildTeamsQuery = () =>
  queryOptions({
    queryKey: ['sign-in-teams'],
    queryFn: async ({ signal }) => {
      const list = await fetchJson<{ data: Team[] }>('GET', '/sign-in/teams', { signal });
      return list.data;
    },
    retry: false,
  });

export async function enterTeam(id: string): Promise<void> {
  await fetchJson('POST', '/sign-in/teams', { body: { account_id: id } });
}

/** Asks the browser for a passkey for this service, and signs in with it. */
export async function signInWithPasskey(): Promise<void> {
  type SignInQuestion = { options: PublicKeyCredentialRequestOptionsJSON };
  const asked = await fetchJson<SignInQuestion>('POST', '/session/passkey-options');
  const credential = await startAuthentication({ optionsJSON: asked.options });
  await fetchJson('POST', '/session/passkey', { body: { credential } });
}
