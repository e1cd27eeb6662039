import type { Session } from '../api/contract';

/** Values that this browser keeps for a signed-in user, until the user signs out. */

const PREFIX = 'kept:';

const toKey = ({ account, member }: Session, name: string): string =>
  [PREFIX, account.id, member?.id ?? 'owner', name].join(':');

/** Reads a value; null if there is none. */
export function readKept(session: Session, name: string): unknown {
  try {
    return JSON.parse(globalThis.localStorage.getItem(toKey(session, name)) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value. A browser without space or permission stores nothing, and the page works on. */
export function keep(session: Session, name: string, value: unknown): void {
  try {
    globalThis.localStorage.setItem(toKey(session, name), JSON.stringify(value));
  } catch {
    // The value then lasts only as long as the page.
  }
}

/** Deletes all values, so that the next user of this browser sees none of them. */
export function forgetKept(): void {
  const names = Object.keys(globalThis.localStorage).filter((name) => name.startsWith(PREFIX));
  for (const name of names) globalThis.localStorage.removeItem(name);
}
