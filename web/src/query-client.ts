import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut, isWorthRetrying } from './requests/problem';
import { buildSessionQuery } from './session/session';

const RETRIES = 2;

/** Refetches the session after a 401: if there is no session, the shell redirects to sign-in. */
function askForSession(error: unknown): void {
  const { queryKey } = buildSessionQuery();
  // If several requests fail concurrently, only the first refetches the session.
  const isKnown = isSignedOut(queryClient.getQueryState(queryKey)?.error);
  if (!isSignedOut(error) || isKnown) return;
  void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== buildSessionQuery().queryKey[0]) askForSession(error);
    },
  }),
  mutationCache: new MutationCache({ onError: askForSession }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
    },
    mutations: { retry: false },
  },
});
