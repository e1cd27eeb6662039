import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../../../session/session';

/** More than all boxes of a day bring to most accounts. */
const KEPT = 1_000;

/** Files of boxes that this browser has listed before. */
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
