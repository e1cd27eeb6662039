import { useInfiniteQuery } from '@tanstack/react-query';
import { request } from '../../api/request';
import { toQuery, type LibraryFilters } from './filters';

const PAGE = 60;

/** Pages of the library, newest first, fetched on scroll. */
export function useGenerations(filters: LibraryFilters) {
  return useInfiniteQuery({
    queryKey: ['library', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...toQuery(filters), limit: PAGE, ...(pageParam && { cursor: pageParam }) };
      const data = await request('GET /generations', { query, signal });
      return data;
    },
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    // Returning to a long list would otherwise refetch all its pages in sequence.
    staleTime: 60_000,
  });
}
