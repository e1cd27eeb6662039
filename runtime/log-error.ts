import { scrub } from './log-text.js';

/** An error in a log line: only these fields, none of the error's other fields. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly failure?: string;
  readonly severity?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
  readonly routine?: string;
  readonly syscall?: string;
  readonly stack?: readonly string[];
  readonly cause?: LoggedError;
  readonly errors?: readonly LoggedError[];
}

/** Maximum depth of causes, and maximum number of errors in an AggregateError. */
const DEPTH_MAX = 4;
const SIDE_BY_SIDE_MAX = 3;
const FRAMES_MAX = 15;
const FRAME_MAX = 200;

/**
 * Fields that name something in our schema or code; if they contain any other text, it is dropped.
 */
const NAMES = ['severity', 'table', 'column', 'constraint', 'routine', 'syscall'] as const;
const NAME = /^[\w.$-]{1,80}$/;

/**
 * Describes an error without request data that it may contain: the SQL statement and its values,
 * details, a body, a URL with its signature. PostgreSQL, Temporal and undici errors keep such data
 * in separate fields, and stacks repeat messages.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (typeof error === 'string') return { type: 'string', message: scrub(error) };
  if (typeof error !== 'object' || error === null) return { type: typeof error, message: '' };
  const type = toSafeName(read(error, 'name')) ?? toSafeName(error.constructor?.name) ?? 'Error';
  return {
    type,
    message: readSafeMessage(error),
    ...readErrorCode(error),
    // The failure type that an activity reported.
    ...toNamedField('failure', read(error, 'type')),
    ...Object.assign({}, ...NAMES.map((name) => toNamedField(name, readDeep(error, name)))),
    ...readFrames(error),
    ...readCauses(error, depth),
  };
}

/** Reads a field that may be a getter that throws. */
function read(error: object, name: string): unknown {
  try {
    return (error as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

/** TypeORM wraps the driver's error and copies only some of its fields. */
function readDeep(error: object, name: string): unknown {
  const driver = read(error, 'driverError');
  const inner = typeof driver === 'object' && driver !== null ? read(driver, name) : undefined;
  return read(error, name) ?? inner;
}

const toSafeName = (value: unknown): string | null =>
  typeof value === 'string' && NAME.test(value) ? value : null;

function toNamedField(field: string, value: unknown): Partial<LoggedError> {
  const name = toSafeName(value);
  return name === null ? {} : { [field]: name };
}

function readErrorCode(error: object): Pick<LoggedError, 'code'> {
  const code = readDeep(error, 'code');
  if (typeof code === 'number') return { code };
  const name = toSafeName(code);
  return name === null ? {} : { code: name };
}

/**
 * Drops the values in a PostgreSQL message. Values are at the message's end and mostly quoted; the
 * text before them never varies.
 */
function readSafeMessage(error: object): string {
  const message = read(error, 'message');
  if (typeof message !== 'string') return '';
  const isFromDatabase = readDeep(error, 'severity') !== undefined || 'query' in error;
  if (!isFromDatabase) return scrub(message);
  return scrub(message.split(/["'`(:\n]/, 1)[0] ?? '')
    .slice(0, 80)
    .trim();
}

/** Keeps only the stack frames, because the lines before them repeat the message. */
function readFrames(error: object): Pick<LoggedError, 'stack'> {
  const stack = read(error, 'stack');
  if (typeof stack !== 'string') return {};
  const message = read(error, 'message');
  const behind = typeof message === 'string' ? stack.indexOf(message) + message.length : 0;
  const frames = stack
    .slice(behind)
    .split('\n')
    .filter((line) => /^ {4}at \S/.test(line) && /:\d+\)?$|<anonymous>\)?$|native\)?$/.test(line))
    .slice(0, FRAMES_MAX)
    .map((line) => line.trim().slice(3, FRAME_MAX));
  return frames.length > 0 ? { stack: frames } : {};
}

function readCauses(error: object, depth: number): Pick<LoggedError, 'cause' | 'errors'> {
  if (depth >= DEPTH_MAX) return {};
  const cause = read(error, 'cause');
  const errors = read(error, 'errors');
  return {
    ...(cause !== undefined && cause !== null && { cause: describeError(cause, depth + 1) }),
    ...(Array.isArray(errors) && {
      errors: errors.slice(0, SIDE_BY_SIDE_MAX).map((one) => describeError(one, depth + 1)),
    }),
  };
}
