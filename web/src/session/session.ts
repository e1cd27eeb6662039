import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { getSession, type Role, type Session } from '../api';
import { client } from '../api/client.gen';
import { newIdempotencyKey } from '../requests/idempotency';

export const sessionOptions = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }) => (await getSession({ signal, throwOnError: true })).data,
    staleTime: 60_000,
    retry: false,
  });

export async function signOut(): Promise<void> {
  await client.delete({ url: '/session', headers: newIdempotencyKey(), throwOnError: true });
}

/** Whether a role may make, change and delete. The server decides; pages only hide what is refused. */
export const mayChange = (role: Role): boolean => role !== 'viewer';

/** The session of a page below the shell, where there always is one. */
export const useSession = (): Session => useSuspenseQuery(sessionOptions()).data;
