import { useQuery } from '@tanstack/react-query';
import type { Generation } from '../api/contract';
import { apiQuery } from '../api/queries';
import { isOpen } from './generation-state';
import { useIsLive } from '../live/use-is-live';

/** While the stream tells what happens, a page asks only in case that something was missed. */
const RARELY_MS = 20_000;
const OFTEN_MS = 2_000;

/**
 * A generation as it stands.
 * @param known what a list has told of it, which is not asked for again at once
 */
export function useGeneration(id: string, known?: Generation) {
  const pause = useIsLive() ? RARELY_MS : OFTEN_MS;
  return useQuery({
    ...apiQuery('/generations/{id}', { params: { id } }),
    initialData: known,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? pause : false),
  });
}
