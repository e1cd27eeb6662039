import { useInfiniteQuery } from '@tanstack/react-query';
import { listGenerations } from '../../api';
import { isOpen } from '../../lib/generation-state';
import { toQuery, type LibraryFilters } from './filters';

const PAGE = 60;
const POLL_MS = 4_000;

/** Pages of the library, newest first, fetched as they are scrolled to. */
export function useGenerations(filters: LibraryFilters) {
  return useInfiniteQuery({
    queryKey: ['library', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...toQuery(filters), limit: PAGE, ...(pageParam && { cursor: pageParam }) };
      const { data } = await listGenerations({ query, signal, throwOnError: true });
      return data;
    },
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    // Only while something on the first page is under way.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.data.some(isOpen) ? POLL_MS : false),
  });
}
