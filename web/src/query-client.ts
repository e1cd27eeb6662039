import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut, isWorthRetrying } from './requests/problem';
import { sessionOptions } from './session/session';

const RETRIES = 2;

/** The shell looks at the session: asked again, it finds that there is none, and leads to the door. */
function askForSession(error: unknown): void {
  const { queryKey } = sessionOptions();
  // Of several requests that are refused at once, the first one asks.
  const isKnown = isSignedOut(queryClient.getQueryState(queryKey)?.error);
  if (!isSignedOut(error) || isKnown) return;
  void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== sessionOptions().queryKey[0]) askForSession(error);
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
