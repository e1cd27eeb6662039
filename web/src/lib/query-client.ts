import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut, isWorthRetrying } from './problem';
import { sessionOptions } from './session';

const RETRIES = 2;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // The shell looks at the session: asked again, it finds that there is none, and leads to the door.
    onError: (error, query) => {
      const { queryKey } = sessionOptions();
      if (isSignedOut(error) && query.queryKey[0] !== queryKey[0]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
    },
    mutations: { retry: false },
  },
});
