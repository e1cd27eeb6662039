const NAME = 'open-question';
/** How many minutes a consent request can be answered. */
const MINUTES = 30;
const UID = /^[A-Za-z0-9_-]{43}$/;

interface QuestionNote {
  readonly uid: string;
  readonly until: number;
}

/** Stores a consent request until the user has signed in, possibly in another tab. */
export function noteQuestion(uid: string): void {
  const note: QuestionNote = { uid, until: Date.now() + MINUTES * 60_000 };
  globalThis.localStorage.setItem(NAME, JSON.stringify(note));
}

/** Returns the consent request to return to after sign-in; null if there is none. */
export function readQuestion(): string | null {
  try {
    const text = globalThis.localStorage.getItem(NAME) ?? '{}';
    const { uid, until } = JSON.parse(text) as Partial<QuestionNote>;
    const isOpen = typeof until === 'number' && until > Date.now();
    return isOpen && typeof uid === 'string' && UID.test(uid) ? uid : null;
  } catch {
    return null;
  }
}

export const forgetQuestion = (): void => globalThis.localStorage.removeItem(NAME);
