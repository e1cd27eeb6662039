import { useSyncExternalStore } from 'react';

const EVENTS = ['online', 'offline'] as const;

function subscribe(listener: () => void): () => void {
  for (const name of EVENTS) globalThis.addEventListener(name, listener);
  return () => {
    for (const name of EVENTS) globalThis.removeEventListener(name, listener);
  };
}

/** Returns whether the browser has a network connection. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
