import type { Logger } from '@temporalio/worker';
import type { Log } from '../runtime/log.js';

/**
 * A warning of the SDK at each start of a worker that has only activities, which we intend.
 */
const ACTIVITIES_ONLY = 'No workflows registered';

/** Writes Temporal's own lines in our format; its info lines help only while debugging. */
export function createTemporalLogger(log: Log): Logger {
  const writerOf =
    (level: 'debug' | 'warn' | 'error') =>
    (message: string, meta?: object): void =>
      log[level]({ ...meta }, message);
  const warn = (message: string, meta?: object): void =>
    writerOf(message.startsWith(ACTIVITIES_ONLY) ? 'debug' : 'warn')(message, meta);
  return {
    log: (level: string, message: string, meta?: object) =>
      (level === 'ERROR' ? writerOf('error') : level === 'WARN' ? warn : writerOf('debug'))(
        message,
        meta,
      ),
    trace: writerOf('debug'),
    debug: writerOf('debug'),
    info: writerOf('debug'),
    warn,
    error: writerOf('error'),
  };
}
