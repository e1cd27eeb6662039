import { useInfiniteQuery } from '@tanstack/react-query';
import { request } from '../../api/request';
import { isOpen } from '../../generations/generation-state';
import { usePollPause } from '../../live/use-is-live';

const PAGE = 20;

export const SPEECH_LIST = ['speech'] as const;

/** Returns pages of the account's speech, newest first, and polls until each has ended. */
export function useSpeechList() {
  const pause = usePollPause();
  return useInfiniteQuery({
    queryKey: SPEECH_LIST,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(pageParam && { cursor: pageParam }) };
      return await request('GET /speech', { query, signal });
    },
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isOpen)) ? pause : false,
  });
}
