import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { getSession, type Role, type Session } from '../api';
import { client } from '../api/client.gen';
import { newIdempotencyKey } from './idempotency';

export const sessionOptions = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }) => (await getSession({ signal, throwOnError: true })).data,
    staleTime: 60_000,
    retry: false,
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

export async function signOut(): Promise<void> {
  await client.delete({ url: '/session', headers: newIdempotencyKey(), throwOnError: true });
}

/** Whether a role may make, change and delete. The server decides; pages only hide what is refused. */
export const mayChange = (role: Role): boolean => role !== 'viewer';

/** The session of a page below the shell, where there always is one. */
export const useSession = (): Session => useSuspenseQuery(sessionOptions()).data;
