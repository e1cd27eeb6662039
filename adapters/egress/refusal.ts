/**
 * The reason why a call to an external URL failed, for the log and for the owner's delivery list.
 * `blocked_address`: the host has no public address; it may have private addresses or none. `dns`:
 * the host's name servers did not respond. `reset`: any network error after the connection was
 * opened. `too_large`: also used for headers of over 16 KiB. `exhausted`: our own fault; this
 * machine has no file handle or memory left for a connection.
 */
export type RefusalReason =
  | 'blocked_address'
  | 'bad_url'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'redirect'
  | 'http_status'
  | 'too_large'
  | 'encoding'
  | 'reset'
  | 'exhausted';

/** The exact fault, where one reason has different texts for callers. */
export type RefusalDetail =
  | 'too_long'
  | 'credentials'
  | 'scheme'
  | 'port'
  /** The URL contains the address itself. Without this detail, the URL contains a name. */
  | 'literal_address'
  | 'too_many_redirects'
  | 'headers_too_large';

interface RefusedOptions extends ErrorOptions {
  readonly detail?: RefusalDetail | undefined;
  /** The port, the HTTP status or the limit in bytes that the text mentions. */
  readonly figure?: number | undefined;
  /** The redirect target, if the fault is in that target. */
  readonly target?: string | undefined;
}

/**
 * Thrown when a call to a caller's URL was refused or failed.
 *
 * `cause` is internal and contains addresses; the message reveals nothing. import-refusal.ts builds
 * the caller's text from the other fields. That text cannot reveal what is at a private address,
 * because nothing is ever sent there.
 */
export class UrlRefused extends Error {
  readonly detail: RefusalDetail | undefined;
  readonly figure: number | undefined;
  readonly target: string | undefined;

  constructor(
    readonly reason: RefusalReason,
    options: RefusedOptions = {},
  ) {
    super('private or unreachable URL', options);
    this.name = 'UrlRefused';
    this.detail = options.detail;
    this.figure = options.figure;
    this.target = options.target;
  }
}

/** Adds the redirect target to a `UrlRefused`; returns other errors unchanged. */
export function toTargetRefusal(error: unknown, target: string): unknown {
  if (!(error instanceof UrlRefused) || error.target !== undefined) return error;
  const { reason, detail, figure, cause } = error;
  return new UrlRefused(reason, { detail, figure, target, cause });
}

const REASONS: Readonly<Record<string, RefusalReason>> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  EMFILE: 'exhausted',
  ENFILE: 'exhausted',
  ENOBUFS: 'exhausted',
  ENOMEM: 'exhausted',
};

/**
 * Converts the error of a failed exchange. `deadline` is the exchange's signal; if it has aborted,
 * the deadline is the cause.
 */
export function toUrlRefusal(error: unknown, deadline: AbortSignal): UrlRefused {
  if (deadline.aborted) return new UrlRefused('timeout', { cause: error });
  if (error instanceof UrlRefused) return error;
  const reason = REASONS[readErrorCode(error)] ?? 'reset';
  const detail = reason === 'too_large' ? 'headers_too_large' : undefined;
  return new UrlRefused(reason, { cause: error, detail });
}

/** Converts the error of a connection that could not be opened. */
export function toConnectRefusal(error: Error, protocol: string): UrlRefused {
  if (error instanceof UrlRefused) return error;
  const known = REASONS[readErrorCode(error)];
  if (known === 'timeout' || known === 'exhausted') return new UrlRefused(known, { cause: error });
  // Node.js throws an AggregateError when several addresses all fail. A TLS fault does not contain
  // a system call.
  const onTcp =
    error instanceof AggregateError || ('syscall' in error && error.syscall === 'connect');
  return new UrlRefused(onTcp || protocol === 'http:' ? 'connect' : 'tls', { cause: error });
}

function readErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
