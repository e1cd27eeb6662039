import type { Session } from '../api/contract';

/** Prefix of values that this browser keeps until the user signs out. */
export const KEPT_PREFIX = 'kept:';

const toKey = ({ account, member }: Session, name: string): string =>
  [KEPT_PREFIX, account.id, member?.id ?? 'owner', name].join(':');

/** Reads a value; null if there is none. */
export function readKept(session: Session, name: string): unknown {
  try {
    return JSON.parse(globalThis.localStorage.getItem(toKey(session, name)) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value, best effort: the browser may lack space or permission. */
export function keep(session: Session, name: string, value: unknown): void {
  try {
    globalThis.localStorage.setItem(toKey(session, name), JSON.stringify(value));
  } catch {
    // The value is then lost when the page is closed.
  }
}

/** Deletes all values, so that the next user of this browser cannot see them. */
export function forgetKept(): void {
  const names = Object.keys(globalThis.localStorage).filter((name) => name.startsWith(KEPT_PREFIX));
  for (const name of names) globalThis.localStorage.removeItem(name);
}
