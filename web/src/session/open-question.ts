const NAME = 'open-question';
/** How many minutes an agent's consent request can be answered, which is the longest of all. */
const MINUTES = 30;

/** A page with a question, to which the user returns after sign-in. */
export type OpenQuestion =
  | { readonly to: '/consent'; readonly search: { readonly uid: string } }
  | { readonly to: '/device'; readonly search: { readonly code: string } };

interface QuestionNote {
  readonly question: OpenQuestion;
  readonly until: number;
}

/** Stores a question until the user has signed in, possibly in another tab. */
export function noteQuestion(question: OpenQuestion): void {
  const note: QuestionNote = { question, until: Date.now() + MINUTES * 60_000 };
  globalThis.localStorage.setItem(NAME, JSON.stringify(note));
}

/** Returns the question to return to after sign-in; null if there is none. */
export function readQuestion(): OpenQuestion | null {
  try {
    const text = globalThis.localStorage.getItem(NAME) ?? '{}';
    const { question, until = 0 } = JSON.parse(text) as Partial<QuestionNote>;
    return until > Date.now() ? parseQuestion(question) : null;
  } catch {
    return null;
  }
}

function parseQuestion(question: OpenQuestion | undefined): OpenQuestion | null {
  if (question?.to === '/consent') {
    const { uid } = question.search;
    return /^[A-Za-z0-9_-]{43}$/.test(uid) ? { to: '/consent', search: { uid } } : null;
  }
  if (question?.to === '/device') {
    const { code } = question.search;
    return /^[A-Za-z -]{0,40}$/.test(code) ? { to: '/device', search: { code } } : null;
  }
  return null;
}

export const forgetQuestion = (): void => globalThis.localStorage.removeItem(NAME);
