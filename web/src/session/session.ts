import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Role, Session } from '../api/contract';
import { request } from '../api/request';
import { fetchJson } from '../api/fetch-json';
import { createIdempotencyKey } from '../requests/idempotency';

export const buildSessionQuery = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }) => await request('GET /session', { signal }),
    staleTime: 60_000,
    retry: false,
    // The router fetches the session early. The shell must not repeat a refused request.
    retryOnMount: false,
  });

export async function signOut(): Promise<void> {
  await fetchJson('DELETE', '/session', { headers: createIdempotencyKey() });
}

/**
 * Returns whether a role may create, change and delete. The server enforces this rule; pages only
 * hide actions.
 */
export const mayChange = (role: Role): boolean => role !== 'viewer';

/** Returns the session; only for pages below the shell, which always have a session. */
export const useSession = (): Session => useSuspenseQuery(buildSessionQuery()).data;
