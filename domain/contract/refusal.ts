import { DETAIL_CODES } from './detail-codes.js';
import { buildDocPath, ERROR_CODES, type DetailCode, type ErrorCode } from './error-codes.js';

/** A problem in the request: a JSON path such as `body.aspect_ratio`, and what to do about it. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/**
 * Details of an error. A code from `detail-codes.ts` distinguishes cases of one error; a quote has
 * the error code that the create endpoint would return.
 */
export type ErrorDetails = Record<string, unknown> & { readonly code?: DetailCode | ErrorCode };

export interface RefusalOptions {
  /** Public message; the code's message by default. */
  readonly message?: string;
  readonly details?: ErrorDetails;
  /** Set only for a code with several statuses: VALIDATION_ERROR is 400, 413, 415 or 422. */
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Cause for the log only; never leaves the process. */
  readonly cause?: unknown;
}

/**
 * A refused request, with an error code from the catalogue. Callers never see another kind of
 * error.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly details: ErrorDetails | undefined;
  readonly headers: Record<string, string>;

  constructor(
    readonly code: ErrorCode,
    options: RefusalOptions = {},
  ) {
    super(options.message ?? ERROR_CODES[code].message, { cause: options.cause });
    this.name = 'Refusal';
    this.status = options.status ?? ERROR_CODES[code].status;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/**
 * Creates the refusal for an unknown id. Another account's id counts as unknown.
 * @param kind type of the object, such as `generation`
 * @param field body field that contains the id; absent if the id is in the path
 */
export const refuseUnknown = (kind: string, id: string, field?: string): Refusal =>
  new Refusal('NOT_FOUND', {
    ...(field !== undefined && { details: { field } }),
    message: `${field === undefined ? 'There' : `${field}: there`} is no ${kind} \`${id.slice(0, 60).replaceAll(/[^ -~]/g, '?')}\` in this account. Check the id, and that the API key belongs to the right account.`,
  });

/** Maximum problems listed in a response. The response also has the total number. */
export const ISSUES_MAX = 50;

/** Maximum characters of a problem's path and message; more than any of our own texts has. */
const PATH_MAX = 200;
const MESSAGE_MAX = 1_000;

/**
 * Creates a VALIDATION_ERROR that lists every problem. Its size is limited for any request.
 * @param count total number of problems, if `issues` contains only the first ones
 */
export function refuseInvalid(issues: readonly Issue[], count = issues.length): Refusal {
  const listed = issues.slice(0, ISSUES_MAX).map(({ path, message }) => ({
    path: truncate(path, PATH_MAX),
    message: truncate(message, MESSAGE_MAX),
  }));
  const first = listed[0];
  const more = count > 1 ? ` (and ${count - 1} more, see details.issues)` : '';
  const message = first ? `${first.path}: ${first.message}${more}` : undefined;
  return new Refusal('VALIDATION_ERROR', {
    ...(message && { message }),
    details: { issues: listed, issue_count: count },
  });
}

const truncate = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max)}…`.toWellFormed() : text;

export interface ErrorBody {
  error: {
    code: ErrorCode;
    message: string;
    details?: Record<string, unknown>;
    request_id: string;
    doc_url: string;
  };
}

/**
 * Builds the body of an error response.
 * @param publicUrl address of the service, which serves a page for each error code
 */
export function presentError(refusal: Refusal, requestId: string, publicUrl: string): ErrorBody {
  const detail = refusal.details?.code;
  const named = detail !== undefined && detail in DETAIL_CODES ? detail : refusal.code;
  return {
    error: {
      code: refusal.code,
      message: refusal.message,
      ...(refusal.details && { details: refusal.details }),
      request_id: requestId,
      doc_url: publicUrl + buildDocPath(named),
    },
  };
}
