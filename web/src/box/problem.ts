/** What went wrong, in words for whoever sends a file. */
export class Problem extends Error {
  /**
   * @param again whether the same file may pass when it is tried again
   * @param waitSeconds after which the service asks to be asked again; null when it does not
   */
  constructor(
    message: string,
    readonly again: boolean,
    readonly waitSeconds: number | null = null,
  ) {
    super(message);
  }
}

export const BROKEN_OFF = 'The connection broke off. Look at your network, then try again.';

const CLOSED = 'This page takes no files any more. Ask whoever sent you here for a new address.';

/** By the code of a refusal, the finer one first. */
const WORDS: Readonly<Record<string, string>> = {
  UPLOAD_ALLOWANCE: 'There is no more room today. Tell whoever asked you, or come back tomorrow.',
  UPLOAD_BOX_FULL: 'There is no more room here. Ask whoever sent you here for a new address.',
  NOT_FOUND: CLOSED,
  RATE_LIMITED: 'Too much was sent at once. Wait a minute.',
  UNAVAILABLE: 'The service is busy.',
};

interface ErrorBody {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly details?: { readonly code?: string };
  };
}

/** Reads an answer that is no success. */
export async function readProblem(answer: Response): Promise<Problem> {
  const body = (await answer.json().catch(() => ({}))) as ErrorBody;
  const { code = '', message, details } = body.error ?? {};
  const wait = Number(answer.headers.get('Retry-After'));
  const isBusy = answer.status === 503 || (code === 'RATE_LIMITED' && !details?.code);
  const own = code === 'VALIDATION_ERROR' ? message : undefined;
  const text = own ?? WORDS[details?.code ?? ''] ?? WORDS[code] ?? 'Something failed on our side.';
  return new Problem(text, isBusy || answer.status >= 500, isBusy && wait > 0 ? wait : null);
}
