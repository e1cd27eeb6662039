import type { Logger } from '@temporalio/worker';
import type { Log } from '../runtime/log.js';

/**
 * The SDK warns whenever a worker that has only activities starts; our workers do so on purpose.
 */
const ACTIVITIES_ONLY = 'No workflows registered';

/**
 * Writes Temporal's log lines in our format. Its info lines are left out, because they help only
 * while debugging.
 */
export function createTemporalLogger(log: Log): Logger {
  const createWriter =
    (level: 'debug' | 'warn' | 'error') =>
    (message: string, meta?: object): void =>
      log[level]({ ...meta }, message);
  const warn = (message: string, meta?: object): void =>
    createWriter(message.startsWith(ACTIVITIES_ONLY) ? 'debug' : 'warn')(message, meta);
  return {
    log: (level: string, message: string, meta?: object) =>
      (level === 'ERROR' ? createWriter('error') : level === 'WARN' ? warn : createWriter('debug'))(
        message,
        meta,
      ),
    trace: createWriter('debug'),
    debug: createWriter('debug'),
    info: createWriter('debug'),
    warn,
    error: createWriter('error'),
  };
}
