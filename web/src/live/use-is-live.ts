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

/** Poll interval while the event stream is open: polling then only covers missed events. */
export const RARELY_MS = 20_000;
export const OFTEN_MS = 2_000;

/** Returns the interval in which a page polls unfinished work. */
export const usePollPause = (): number => (useIsLive() ? RARELY_MS : OFTEN_MS);

/** Returns whether the event stream is open. If it is closed, pages with unfinished work poll. */
export const useIsLive = (): boolean => useSyncExternalStore(subscribe, () => isLive);
