import { useQuery } from '@tanstack/react-query';
import type { Upload, UploadBox } from '../../../api/contract';
import { apiQuery, apiQueryKey } from '../../../api/queries';

/** Returns the number of uploads that were started in a box. */
export const countTaken = ({ files_max: most, files_left: left }: UploadBox): number => most - left;

/** Singular label of each upload kind. */
export const KIND_NAMES: Readonly<Record<Upload['kind'], string>> = {
  image: 'Image',
  video: 'Video',
  audio: 'Audio',
};

/**
 * Poll intervals while the box is shown, and while it is hidden; each request counts toward the
 * rate limit.
 */
const WATCHED_MS = 4_000;
const UNWATCHED_MS = 20_000;
/** Validity of an upload URL; a file that has not arrived by then never will. */
const WAITED_FOR_MS = 15 * 60_000;

/** Returns an upload box's files. A box without started uploads is not queried. */
export function useBoxFiles(box: UploadBox, isWatched: boolean) {
  const selection = { query: { box_id: box.id } };
  return useQuery({
    ...apiQuery('/uploads', selection),
    // Each new file changes the query key; the page keeps the last list until the response arrives.
    queryKey: [...apiQueryKey('/uploads', selection), box.files_left],
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
