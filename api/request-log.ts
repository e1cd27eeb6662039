import type { Caller } from '../domain/accounts/caller.js';
import type { ErrorCode } from '../domain/contract/error-codes.js';
import type { Refusal } from '../domain/contract/refusal.js';
import type { Deps } from '../runtime/deps.js';
import { RefusalRecorder } from './middleware/record-refusals.js';
import { toRefusal } from './to-refusal.js';

/** An answered request or tool call. One request can have several tool calls. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly caller: Caller | undefined;
  /** Id of the route. */
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly code: ErrorCode | null;
  /** Arrival time, from `performance.now()`. */
  readonly began: number;
  /** Set for frequent requests of no interest to operators, such as health checks. */
  readonly isQuiet?: boolean;
}

/** Reports every response on all entry points: log line, metrics, and a record of refusals. */
export class RequestLog {
  private readonly recorder: RefusalRecorder;

  constructor(private readonly deps: Pick<Deps, 'db' | 'log' | 'metrics'>) {
    this.recorder = new RefusalRecorder(deps.db, deps.log);
  }

  /** Converts an error to the refusal for the caller. The cause is logged only here. */
  refuse(error: unknown, requestId: string): Refusal {
    const refusal = toRefusal(error);
    const { code, cause } = refusal;
    const level = refusal.status >= 500 ? 'error' : 'debug';
    // Omit the refusal's message, which can repeat the caller's input.
    this.deps.log[level]({ requestId, code, err: cause }, 'request refused');
    this.deps.metrics.refusals.inc({ code });
    return refusal;
  }

  recordAnswer({
    requestId,
    caller,
    operation,
    method,
    status,
    code,
    began,
    isQuiet,
  }: AnsweredRequest): void {
    const tookMs = performance.now() - began;
    const labels = { method, route: operation, status: String(status) };
    this.deps.metrics.requests.observe(labels, tookMs / 1_000);
    const ms = Math.round(tookMs);
    const by = { accountId: caller?.accountId ?? null, keyId: caller?.keyId ?? null };
    const level = isQuiet ? 'debug' : 'info';
    this.deps.log[level]({ requestId, ...by, operation, method, status, code, ms }, 'request');
    if (code && isWorthARecord(code, status, by.accountId)) {
      this.recorder.note({ id: requestId, ...by, operation, status, code, ms });
    }
  }
}

/**
 * Returns whether to record a refusal. Unauthenticated or rate-limited callers would only fill the
 * table.
 */
const isWorthARecord = (code: ErrorCode, status: number, accountId: string | null): boolean =>
  status >= 500 || (accountId !== null && code !== 'RATE_LIMITED');
