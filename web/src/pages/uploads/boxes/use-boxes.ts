import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../api/queries';

/** Poll interval: no event reports a new file in a box. */
const LOOK_EVERY_MS = 6_000;

/** The open boxes of the account, newest first. Polled only while there are some. */
export function useBoxes() {
  return useQuery({
    ...apiQuery('/upload-boxes'),
    refetchInterval: ({ state }) => (state.data?.data.length ? LOOK_EVERY_MS : false),
  });
}
