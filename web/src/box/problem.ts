/** An error with a message for the person who sends a file. */
export class UploadProblem extends Error {
  /**
   * @param again whether a retry with the same file may succeed
   * @param waitSeconds delay before a retry, if the server requests one; otherwise null
   */
  constructor(
    message: string,
    readonly again: boolean,
    readonly waitSeconds: number | null = null,
  ) {
    super(message);
  }
}

export const BROKEN_OFF = 'The connection was lost. Check your network and try again.';

const CLOSED =
  'This page no longer accepts files. Ask the person who sent you the link for a new one.';

/** Messages by error code; the detail code takes precedence. */
const WORDS: Readonly<Record<string, string>> = {
  UPLOAD_ALLOWANCE: "You've reached today's file limit. Try again tomorrow.",
  UPLOAD_BOX_FULL:
    "This page isn't accepting any more files. Ask the person who sent you the link for a new one.",
  NOT_FOUND: CLOSED,
  RATE_LIMITED: 'Too many requests. Wait a minute and try again.',
  UNAVAILABLE: 'The service is busy. Try again in a moment.',
};

interface ErrorBody {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly details?: { readonly code?: string };
  };
}

/** Reads an error response. */
export async function readProblem(answer: Response): Promise<UploadProblem> {
  const body = (await answer.json().catch(() => ({}))) as ErrorBody;
  const { code = '', message, details } = body.error ?? {};
  const wait = Number(answer.headers.get('Retry-After'));
  const isBusy = answer.status === 503 || (code === 'RATE_LIMITED' && !details?.code);
  const own = code === 'VALIDATION_ERROR' ? message : undefined;
  const text =
    own ?? WORDS[details?.code ?? ''] ?? WORDS[code] ?? 'Something went wrong on our side.';
  return new UploadProblem(text, isBusy || answer.status >= 500, isBusy && wait > 0 ? wait : null);
}
