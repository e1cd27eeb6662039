import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../api/queries';

/** Poll interval, because no event reports a new file in a box. */
const POLL_INTERVAL_MS = 6_000;

/** Returns the account's open upload boxes, newest first. Polls only while there are open boxes. */
export function useBoxes() {
  return useQuery({
    ...apiQuery('/upload-boxes'),
    refetchInterval: ({ state }) => (state.data?.data.length ? POLL_INTERVAL_MS : false),
  });
}
