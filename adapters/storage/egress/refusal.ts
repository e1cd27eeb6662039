/**
 * Why a call to a foreign URL failed; for the log and the delivery list of its owner. `reset` is
 * any fault on the wire after the connection stood, `too_large` also headers of over 16 KiB,
 * `exhausted` a fault of our own: this machine has no file or memory left for a connection.
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

/**
 * A call to a caller-given URL that was refused or failed.
 *
 * The message is the same for all of them: anything finer would let a caller scan our network
 * (notes/uploads-and-media §2.2(7)). `reason` and `cause` are internal and name addresses.
 */
export class UrlRefused extends Error {
  constructor(
    readonly reason: RefusalReason,
    options?: ErrorOptions,
  ) {
    super('private or unreachable URL', options);
    this.name = 'UrlRefused';
  }
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

/** What to throw for a failed exchange. `deadline` is its signal: once aborted, it is the cause. */
export function refusalOf(error: unknown, deadline: AbortSignal): UrlRefused {
  if (deadline.aborted) return new UrlRefused('timeout', { cause: error });
  if (error instanceof UrlRefused) return error;
  return new UrlRefused(REASONS[codeOf(error)] ?? 'reset', { cause: error });
}

/** What to throw for a connection that never stood. */
export function connectRefusal(error: Error, protocol: string): UrlRefused {
  if (error instanceof UrlRefused) return error;
  const known = REASONS[codeOf(error)];
  if (known === 'timeout' || known === 'exhausted') return new UrlRefused(known, { cause: error });
  // Several addresses that all failed are an AggregateError; a TLS fault names no system call.
  const onTcp =
    error instanceof AggregateError || ('syscall' in error && error.syscall === 'connect');
  return new UrlRefused(onTcp || protocol === 'http:' ? 'connect' : 'tls', { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
