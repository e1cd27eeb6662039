const NAME = 'open-question';
/** As long as a question of an agent may be answered. */
const MINUTES = 30;
const UID = /^[A-Za-z0-9_-]{43}$/;

interface Note {
  readonly uid: string;
  readonly until: number;
}

/** Notes the question of an agent for somebody who has to sign in first, maybe in another tab. */
export function noteQuestion(uid: string): void {
  const note: Note = { uid, until: Date.now() + MINUTES * 60_000 };
  globalThis.localStorage.setItem(NAME, JSON.stringify(note));
}

/** The question to which somebody who has signed in comes back; null for none. */
export function readQuestion(): string | null {
  try {
    const text = globalThis.localStorage.getItem(NAME) ?? '{}';
    const { uid, until } = JSON.parse(text) as Partial<Note>;
    const isOpen = typeof until === 'number' && until > Date.now();
    return isOpen && typeof uid === 'string' && UID.test(uid) ? uid : null;
  } catch {
    return null;
  }
}

export const forgetQuestion = (): void => globalThis.localStorage.removeItem(NAME);
