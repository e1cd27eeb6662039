import type { Caller } from '../domain/accounts/caller.js';
import type { ErrorCode } from '../domain/contract/error-codes.js';
import type { Refusal } from '../domain/contract/refusal.js';
import type { Deps } from '../runtime/deps.js';
import { RefusalRecorder } from './middleware/record-refusals.js';
import { refusalOf } from './refusal-of.js';

/** A request that is answered, or a call of a tool, of which one request may have several. */
export interface Answered {
  readonly requestId: string;
  readonly caller: Caller | undefined;
  /** Id of the route. */
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly code: ErrorCode | null;
  /** When it came, by `performance.now()`. */
  readonly began: number;
  /** Of what is asked for all the time, and by nobody whom an operator would look for. */
  readonly isQuiet?: boolean;
}

/** What is told of every answer, whatever its door: log line, metrics, and a record of refusals. */
export class RequestLog {
  private readonly recorder: RefusalRecorder;

  constructor(private readonly deps: Pick<Deps, 'db' | 'log' | 'metrics'>) {
    this.recorder = new RefusalRecorder(deps.db, deps.log);
  }

  /** The refusal that an error is to callers. Its cause is told here and nowhere else. */
  refuse(error: unknown, requestId: string): Refusal {
    const refusal = refusalOf(error);
    const { code, cause } = refusal;
    const level = refusal.status >= 500 ? 'error' : 'debug';
    // Not its message, which may repeat what the caller sent.
    this.deps.log[level]({ requestId, code, err: cause }, 'request refused');
    this.deps.metrics.refusals.inc({ code });
    return refusal;
  }

  tell({ requestId, caller, operation, method, status, code, began, isQuiet }: Answered): void {
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

/** Refusals of strangers, and of callers who are too fast, would only fill the table. */
const isWorthARecord = (code: ErrorCode, status: number, accountId: string | null): boolean =>
  status >= 500 || (accountId !== null && code !== 'RATE_LIMITED');
