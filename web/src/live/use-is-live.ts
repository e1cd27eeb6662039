import { useSyncExternalStore } from 'react';

let isLive = false;
const listeners = new Set<() => void>();

/** Told by the stream of events: whether it is open. */
export function setLive(next: boolean): void {
  if (next === isLive) return;
  isLive = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether events come by themselves. Pages that show work under way ask now and then otherwise. */
export const useIsLive = (): boolean => useSyncExternalStore(subscribe, () => isLive);
