import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api/queries';

/** Returns the voices, which never change while the service runs, and their names. */
export function useVoices() {
  const { data } = useQuery({ ...apiQuery('/voices'), staleTime: Infinity });
  const voices = data?.data ?? [];
  const findVoiceName = (key: string) =>
    voices.find(({ voice_key: one }) => one === key)?.name ?? key;
  return { voices, nameOf: findVoiceName };
}
