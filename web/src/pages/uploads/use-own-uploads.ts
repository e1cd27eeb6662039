import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../../session/session';

/** A file that was uploaded from this browser; the service has no list of all of them. */
export interface OwnUpload {
  readonly id: string;
  readonly name: string;
}

/** Older ones are forgotten first. */
const KEPT = 60;

/** What this browser has uploaded for the account, newest first. */
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
