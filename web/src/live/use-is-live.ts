import { useSyncExternalStore } from 'react';

let isLive = false;
const listeners = new Set<() => void>();

/** Called when the event stream opens or closes. */
export function setLive(next: boolean): void {
  if (next === isLive) return;
  isLive = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the event stream is open. If not, pages with unfinished work poll. */
export const useIsLive = (): boolean => useSyncExternalStore(subscribe, () => isLive);
