import { Refusal } from '../../domain/contract/refusal.js';
import { NotConnected } from '../../runtime/connection.js';
import { EnvError } from '../../runtime/env.js';
import { UsageError } from '../command-line.js';

/** A failed command, presented to operators. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly exitCode: number;
}

/** PostgreSQL and network error codes for problems that an operator can solve. */
const KNOWN: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'PostgreSQL does not answer at DATABASE_URL. Check that the platform is running.',
  ENOTFOUND: 'The host in DATABASE_URL cannot be resolved.',
  '28P01': 'PostgreSQL rejected the password in DATABASE_URL.',
  '3D000': 'The database in DATABASE_URL does not exist.',
  '42P01': 'The database has no tables yet: run `npm run migrate`.',
  '55P03': 'The account or key is locked by other work. Try again.',
};

/** Converts any thrown value to a code and a sentence. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof UsageError) return { code: 'USAGE', message: error.message, exitCode: 2 };
  if (error instanceof Refusal) return { code: error.code, message: error.message, exitCode: 1 };
  if (error instanceof NotConnected || error instanceof EnvError) {
    return { code: 'NOT_CONFIGURED', message: error.message, exitCode: 1 };
  }
  const message = KNOWN[readErrorCode(error)];
  if (message) return { code: 'UNAVAILABLE', message, exitCode: 1 };
  const text = error instanceof Error ? error.message : String(error);
  return { code: 'INTERNAL_ERROR', message: text || 'The command failed.', exitCode: 1 };
}

function readErrorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
