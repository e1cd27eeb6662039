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

/** Whether a role may create, change and delete. The server enforces it; pages only hide actions. */
export const mayChange = (role: Role): boolean => role !== 'viewer';

/** The session; only for pages below the shell, which always have one. */
export const useSession = (): Session => useSuspenseQuery(sessionOptions()).data;
