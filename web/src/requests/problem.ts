/** A failed request as the user sees it. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  /** Time from which a repeated request can succeed; null if it is unknown. */
  readonly retryAt: number | null;
  readonly requestId: string | null;
  readonly docUrl: string | null;
  /** The problems by field; a single one is also the message. */
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  /** The price and the balance, if the balance is too low; otherwise null. */
  readonly shortage: { readonly price: number; readonly available: number } | null;
}

interface ErrorBody {
  readonly retryAt?: number;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly request_id?: string;
    readonly doc_url?: string;
    readonly details?: {
      readonly issues?: Problem['issues'];
      readonly required?: number;
      readonly available?: number;
    };
  };
}

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === 'object' &&
  value !== null &&
  'error' in value &&
  typeof value.error === 'object' &&
  value.error !== null &&
  'code' in value.error;

/** Advice for programs, which the pages replace by a countdown. */
const FOR_PROGRAMS = /[^.]*`Retry-After`[^.]*\./;

/** Reads a thrown error: the body of an error response, or a network failure. */
export function readProblem(thrown: unknown): Problem {
  if (isErrorBody(thrown)) {
    const { code, message, request_id: requestId, doc_url: docUrl, details } = thrown.error;
    const retryAt = thrown.retryAt ?? null;
    const issues = (details?.issues ?? []).map(({ path, message: issue }) => ({
      path: path.replace(/^(body|query)\./, ''),
      message: issue,
    }));
    return {
      code,
      message: describeIssues(issues) ?? (retryAt === null ? message : shorten(message)),
      retryAt,
      requestId: requestId ?? null,
      docUrl: docUrl ?? null,
      issues,
      shortage: code === 'INSUFFICIENT_CREDITS' ? readShortage(thrown) : null,
    };
  }
  const none = { retryAt: null, requestId: null, docUrl: null, issues: [], shortage: null };
  return { ...describeSilence(thrown), ...none };
}

const shorten = (message: string): string => message.replace(FOR_PROGRAMS, '').trim();

/** Returns the only issue, or a title for the list of several; null if there are none. */
function describeIssues(issues: Problem['issues']): string | null {
  const [first] = issues;
  if (!first) return null;
  return issues.length === 1
    ? `${first.path}: ${first.message}`
    : `This request has ${issues.length} problems:`;
}

function readShortage({ error: { details = {} } }: ErrorBody): Problem['shortage'] {
  const { required, available } = details;
  return required === undefined || available === undefined ? null : { price: required, available };
}

/** Returns whether the browser has no connection; Node.js, which runs the tests, does not know. */
const isOffline = (): boolean => (navigator as { readonly onLine?: boolean }).onLine === false;

/** Describes a failure without an error response: offline, no response, or one from a proxy. */
function describeSilence(thrown: unknown): Pick<Problem, 'code' | 'message'> {
  if (isOffline()) {
    return { code: 'OFFLINE', message: 'You are offline. Try again when you are connected.' };
  }
  // The body of an error response that is not the API's, which a proxy has sent.
  if (!(thrown instanceof Error)) {
    return {
      code: 'UNAVAILABLE',
      message: 'The server cannot answer at the moment. Try again in a minute.',
    };
  }
  return {
    code: 'NETWORK_ERROR',
    message: 'No response from the server. Check your connection and try again.',
  };
}

/** Describes the problem of a field: `The recording lasts 4 seconds; 5 to 60 are needed.` */
export function describeIssue(
  issues: Problem['issues'],
  path: string,
  noun: string,
): string | null {
  const issue = issues.find((one) => one.path === path);
  return issue ? `The ${noun} ${issue.message}.` : null;
}

export const isSignedOut = (thrown: unknown): boolean =>
  readProblem(thrown).code === 'UNAUTHORIZED';

/**
 * Only network failures and server errors are retried, because a refused request would be refused
 * again.
 */
export const isWorthRetrying = (thrown: unknown): boolean =>
  ['NETWORK_ERROR', 'OFFLINE', 'UNAVAILABLE', 'INTERNAL_ERROR'].includes(readProblem(thrown).code);
