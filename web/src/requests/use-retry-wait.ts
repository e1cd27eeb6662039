import { useCallback, useSyncExternalStore } from 'react';
import { readProblem } from './problem';

const TICK_MS = 250;

const doNothing = () => undefined;

/** Returns the seconds until the server accepts a refused request again, counting down to 0. */
export function useRetryWait(error: unknown): number {
  const { retryAt } = readProblem(error);
  const subscribe = useCallback(
    (listener: () => void) => {
      if (retryAt === null) return doNothing;
      const timer = setInterval(() => {
        listener();
        if (Date.now() >= retryAt) clearInterval(timer);
      }, TICK_MS);
      return () => clearInterval(timer);
    },
    [retryAt],
  );
  const read = () => Math.max(0, Math.ceil(((retryAt ?? 0) - Date.now()) / 1_000));
  return useSyncExternalStore(subscribe, read);
}
