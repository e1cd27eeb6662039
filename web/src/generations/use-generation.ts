import { useQuery } from '@tanstack/react-query';
import type { Generation } from '../api/contract';
import { apiQuery } from '../api/queries';
import { isOpen } from './generation-state';
import { usePollPause } from '../live/use-is-live';

/**
 * Returns a generation's current state.
 * @param known the generation's state from a list, which saves the first request
 */
export function useGeneration(id: string, known?: Generation) {
  const pause = usePollPause();
  return useQuery({
    ...apiQuery('/generations/{id}', { params: { id } }),
    initialData: known,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? pause : false),
  });
}
