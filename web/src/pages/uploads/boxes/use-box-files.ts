import { useQuery } from '@tanstack/react-query';
import type { UploadBox } from '../../../api/contract';
import { apiQuery } from '../../../api/queries';
import { countTaken } from './count-taken';

/** While somebody looks at the box, and otherwise: each request counts against the rate of a session. */
const WATCHED_MS = 4_000;
const UNWATCHED_MS = 20_000;
/** An address for a file is valid for so long, and a file that has not come by then never comes. */
const WAITED_FOR_MS = 15 * 60_000;

/** The files of a box. One in which nothing was begun has none, and is not asked. */
export function useBoxFiles(box: UploadBox, isWatched: boolean) {
  const { queryKey, ...options } = apiQuery('/uploads', { query: { box_id: box.id } });
  return useQuery({
    ...options,
    // A file more is a list more: the next answer is awaited with the last one on the page.
    queryKey: [...queryKey, box.files_left] as unknown as typeof queryKey,
    placeholderData: (last) => last,
    enabled: countTaken(box) > 0,
    refetchInterval({ state }) {
      const since = Date.now() - WAITED_FOR_MS;
      const isAwaited = (state.data?.data ?? []).some(
        ({ status, created_at: at }) => status === 'pending' && at > since,
      );
      if (!isAwaited) return false;
      return isWatched ? WATCHED_MS : UNWATCHED_MS;
    },
  });
}
