import { pino, type DestinationStream, type Logger } from 'pino';
import { describeError } from './log-error.js';
import { scrub } from './log-text.js';

export type Log = Logger;

/** Names of fields that are never logged. */
const NEVER =
  /authorization|cookie|api_?key|secret|password|token|prompt|^body$|parameters|^query$|headers|^details?$/i;

/**
 * The API logs every request, so its log is written asynchronously and in chunks. A killed process
 * loses unwritten lines; a process that exits writes them.
 */
const WRITES_IN_CHUNKS = 'api';
const CHUNKS = { sync: false, minLength: 4_096, periodicFlush: 200 };

const DEPTH_MAX = 3;
const ITEMS_MAX = 20;

/**
 * Removes sensitive values from a log line's fields: reduces errors to selected fields, removes
 * keys and URL paths from texts, and drops deeply nested values.
 */
function cleanFact(value: unknown, depth: number): unknown {
  if (value instanceof Error) return describeError(value);
  if (typeof value === 'string') return scrub(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value) || depth >= DEPTH_MAX) return '…';
  if (Array.isArray(value)) {
    return value.slice(0, ITEMS_MAX).map((item) => cleanFact(item, depth + 1));
  }
  return cleanFacts(value, depth + 1);
}

function cleanFacts(facts: object, depth = 0): Record<string, unknown> {
  const kept = Object.entries(facts).filter(([name]) => !NEVER.test(name));
  return Object.fromEntries(
    kept.slice(0, ITEMS_MAX).map(([name, value]) => {
      // The thrown value is not always an Error.
      const isError = depth === 0 && (name === 'err' || name === 'error') && value !== undefined;
      return [name, isError ? describeError(value) : cleanFact(value, depth)];
    }),
  );
}

/**
 * Writes one JSON line per event to stdout.
 * @param stream another destination, for tests
 */
export function createLog(service: string, level: string, stream?: DestinationStream): Log {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: (facts: object) => cleanFacts(facts) },
    hooks: {
      logMethod(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn) {
        // Otherwise pino would use the error's text as the message. A message is our own text, but
        // may contain a value.
        const [facts, text, ...rest]: readonly unknown[] = args;
        if (typeof facts === 'string') return method.call(this, scrub(facts));
        const given = facts instanceof Error ? { err: facts } : facts;
        return method.call(this, given, typeof text === 'string' ? scrub(text) : '', ...rest);
      },
    },
  };
  return pino(
    options,
    stream ?? pino.destination(service === WRITES_IN_CHUNKS ? CHUNKS : { sync: true }),
  );
}

/**
 * Ends the process on an uncaught error. Node.js would print everything in the error, for example a
 * statement with its values.
 */
export function endOnUncaught(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.once(event, (error: unknown) => {
      log.fatal({ err: error }, 'uncaught error: the process exits');
      process.exit(1);
    });
  }
}
