import { useQuery } from '@tanstack/react-query';
import type { Generation } from '../api/contract';
import { apiQuery } from '../api/queries';
import { isOpen } from './generation-state';
import { useIsLive } from '../live/use-is-live';

/** Poll interval while the event stream is open: polling then only covers missed events. */
const RARELY_MS = 20_000;
const OFTEN_MS = 2_000;

/**
 * Returns a generation's current state.
 * @param known the generation's state from a list, which saves the first request
 */
export function useGeneration(id: string, known?: Generation) {
  const pause = useIsLive() ? RARELY_MS : OFTEN_MS;
  return useQuery({
    ...apiQuery('/generations/{id}', { params: { id } }),
    initialData: known,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? pause : false),
  });
}
