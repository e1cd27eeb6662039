import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api/queries';
import { isClonedKey } from '../generations/cloned-voices';

/** Cloning or deleting a voice here refetches the list. Other members and programs do it as well. */
const STALE_MS = 60_000;

/** Returns all voices and their names. */
export function useVoices() {
  const { data } = useQuery({ ...apiQuery('/voices'), staleTime: STALE_MS });
  const voices = data?.data ?? [];
  const findVoiceName = (key: string) => {
    const voice = voices.find(({ voice_key: one }) => one === key);
    return voice?.name ?? (data && isClonedKey(key) ? 'Deleted voice' : key);
  };
  return { voices, nameOf: findVoiceName };
}
