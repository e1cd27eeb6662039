import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Writes one JSON line per event to stdout; fields with the name of a secret are removed. */
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
