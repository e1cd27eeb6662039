import { pino, type Logger } from 'pino';

export type Log = Logger;

/** One JSON line per event on stdout; secrets are dropped by name wherever they stand. */
export function createLog(service: string, level: string): Log {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['authorization', '*.authorization', 'api_key', '*.api_key', 'secret', '*.secret'],
      remove: true,
    },
  });
}
