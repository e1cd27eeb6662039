import { useSyncExternalStore } from 'react';

let isLive = false;
const listeners = new Set<() => void>();

/** Sets whether the event stream is open. */
export function setLive(next: boolean): void {
  if (next === isLive) return;
  isLive = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether the event stream is open. If it is closed, pages with unfinished work poll. */
export const useIsLive = (): boolean => useSyncExternalStore(subscribe, () => isLive);
