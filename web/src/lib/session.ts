import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { client } from '../api/client.gen';
import { newIdempotencyKey } from './idempotency';

export type Role = 'owner' | 'developer' | 'viewer';

/** Who is signed in. */
export interface Session {
  readonly object: 'session';
  readonly account: { readonly id: string; readonly plan: string };
  readonly member: { readonly id: string; readonly name: string; readonly role: Role } | null;
  readonly role: Role;
  readonly operator: boolean;
  readonly temporal_ui_url: string | null;
  readonly passkeys_possible: boolean;
}

export const sessionOptions = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }) => {
      const { data } = await client.get<{ 200: Session }, unknown, true>({
        url: '/session',
        signal,
        throwOnError: true,
      });
      return data;
    },
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

export async function signOut(): Promise<void> {
  await client.delete({ url: '/session', headers: newIdempotencyKey(), throwOnError: true });
}

/** Whether a role may make, change and delete. The server decides; pages only hide what is refused. */
export const mayChange = (role: Role): boolean => role !== 'viewer';

/** The session of a page below the shell, where there always is one. */
export const useSession = (): Session => useSuspenseQuery(sessionOptions()).data;
