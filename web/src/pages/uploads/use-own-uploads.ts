import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../../session/session';

/** An upload from this browser; the API has no list of all uploads. */
export interface OwnUpload {
  readonly id: string;
  readonly name: string;
}

/** Maximum length of the list; the oldest uploads are dropped first. */
const KEPT = 60;

/** Returns the account's uploads from this browser, newest first. */
export function useOwnUploads() {
  const { account } = useSession();
  const [uploads, setUploads] = useLocalStorage<readonly OwnUpload[]>({
    key: `uploads-${account.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return {
    uploads,
    add: (more: readonly OwnUpload[]) =>
      setUploads((now) => {
        const others = now.filter(({ id }) => more.every((one) => one.id !== id));
        return [...more, ...others].slice(0, KEPT);
      }),
    forget: (id: string) => setUploads((now) => now.filter((one) => one.id !== id)),
  };
}
