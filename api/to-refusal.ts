import { Refusal } from '../domain/contract/refusal.js';
import { StorageUnavailable } from '../domain/ports/object-store.js';

/** Error codes that mean that PostgreSQL is unavailable or busy, not that our code has a bug. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  '40001', // serialization failure; already retried where possible
  '40P01', // deadlock
  '53300', // too many connections
  '55P03', // lock timeout
  '57014', // statement timeout
  '57P01', // shutting down
  '57P02',
  '57P03', // starting up
]);

/** Delay of a retry in seconds, when a part of the service is unavailable. */
const UNAVAILABLE_RETRY_AFTER_S = 2;

/** Returns whether an error means that the database is unavailable. */
function isDatabaseAway(error: unknown): boolean {
  const { code, message, driverError } = error as {
    code?: string;
    message?: string;
    driverError?: unknown;
  };
  if (code && (AWAY.has(code) || code.startsWith('08'))) return true;
  if (
    /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|not queryable/i.test(
      message ?? '',
    )
  ) {
    return true;
  }
  return driverError !== undefined && driverError !== error && isDatabaseAway(driverError);
}

/** Converts any error to a refusal; no other code does. Callers never see internal messages. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StorageUnavailable || isDatabaseAway(error)) {
    return new Refusal('UNAVAILABLE', {
      headers: { 'Retry-After': String(UNAVAILABLE_RETRY_AFTER_S) },
      cause: error,
    });
  }
  return new Refusal('INTERNAL_ERROR', { cause: error });
}
