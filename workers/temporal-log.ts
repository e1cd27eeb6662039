import type { Logger } from '@temporalio/worker';
import type { Log } from '../runtime/log.js';

/** The SDK warns at each start of a worker that has only activities, which is intended here. */
const ACTIVITIES_ONLY = 'No workflows registered';

/** Writes Temporal's log lines in our format; its info lines help only while debugging. */
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
