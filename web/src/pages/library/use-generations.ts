import { useInfiniteQuery } from '@tanstack/react-query';
import { request } from '../../api/request';
import { toQuery, type LibraryFilters } from './filters';

const PAGE = 60;

/** Returns pages of the library, newest first, fetched as the user scrolls. */
export function useGenerations(filters: LibraryFilters) {
  return useInfiniteQuery({
    queryKey: ['library', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...toQuery(filters), limit: PAGE, ...(pageParam && { cursor: pageParam }) };
      return await request('GET /generations', { query, signal });
    },
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    // Otherwise, returning to a long list would refetch all its pages in sequence.
    staleTime: 60_000,
  });
}
