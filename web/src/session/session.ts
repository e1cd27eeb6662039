import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Role, Session } from '../api/contract';
import { request } from '../api/request';
import { fetchJson } from '../api/fetch-json';
import { newIdempotencyKey } from '../requests/idempotency';

export const sessionOptions = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }) => await request('GET /session', { signal }),
    staleTime: 60_000,
    retry: false,
  });

export async function signOut(): Promise<void> {
  await fetchJson('DELETE', '/session', { headers: newIdempotencyKey() });
}

/** Whether a role may make, change and delete. The server decides; pages only hide what is refused. */
export const mayChange = (role: Role): boolean => role !== 'viewer';

/** The session of a page below the shell, where there always is one. */
export const useSession = (): Session => useSuspenseQuery(sessionOptions()).data;
