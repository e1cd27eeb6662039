import { pino, type DestinationStream, type Logger } from 'pino';
import { describeError } from './log-error.js';
import { scrub } from './log-text.js';

export type Log = Logger;

/** Facts with such a name are never written, whatever they hold. */
const NEVER =
  /authorization|cookie|api_?key|secret|password|token|prompt|^body$|parameters|^query$|headers|^details?$/i;

/**
 * A line for each request: written beside the requests, and in pieces. Lines that were not written yet
 * are lost with a process that is killed; one that ends writes them.
 */
const WRITES_BESIDE = 'api';
const IN_PIECES = { sync: false, minLength: 4_096, periodicFlush: 200 };

const DEPTH_MAX = 3;
const ITEMS_MAX = 20;

/**
 * The facts of a line, without what no line may hold. Errors are described by fields of our own
 * choice; texts lose keys and the paths of addresses; whatever is nested deeply is left out.
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
      // What was thrown need not be an error.
      const isError = depth === 0 && (name === 'err' || name === 'error') && value !== undefined;
      return [name, isError ? describeError(value) : cleanFact(value, depth)];
    }),
  );
}

/**
 * Writes one JSON line per event to stdout.
 * @param stream somewhere else, for tests
 */
export function createLog(service: string, level: string, stream?: DestinationStream): Log {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: (facts: object) => cleanFacts(facts) },
    hooks: {
      logMethod(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn) {
        // An error alone would become the text of the line. A text is ours, but may name a value.
        const [facts, text, ...rest]: readonly unknown[] = args;
        if (typeof facts === 'string') return method.call(this, scrub(facts));
        const given = facts instanceof Error ? { err: facts } : facts;
        return method.call(this, given, typeof text === 'string' ? scrub(text) : '', ...rest);
      },
    },
  };
  return pino(
    options,
    stream ?? pino.destination(service === WRITES_BESIDE ? IN_PIECES : { sync: true }),
  );
}

/**
 * Ends the process at an error that nobody has caught. Node itself would print all that the error
 * carries, a statement with its values for example.
 */
export function endOnUncaught(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.once(event, (error: unknown) => {
      log.fatal({ err: error }, 'nobody has caught this error: the process ends');
      process.exit(1);
    });
  }
}
