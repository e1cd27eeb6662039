import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../api/queries';

/** How often it is asked whether somebody has put a file in; nothing tells of it. */
const LOOK_EVERY_MS = 6_000;

/** The open boxes of the account, newest first. Asked again only while there are some. */
export function useBoxes() {
  return useQuery({
    ...apiQuery('/upload-boxes'),
    refetchInterval: ({ state }) => (state.data?.data.length ? LOOK_EVERY_MS : false),
  });
}
