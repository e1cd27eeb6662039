import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../../../session/session';

/** More files than most accounts receive through boxes in a day. */
const KEPT = 1_000;

/** Returns the box files that this browser has already listed. */
export function useSeen() {
  const { account } = useSession();
  const [seen, setSeen] = useLocalStorage<readonly string[]>({
    key: `box-files-${account.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return {
    seen,
    see: (ids: readonly string[]) => setSeen((now) => [...ids, ...now].slice(0, KEPT)),
  };
}
