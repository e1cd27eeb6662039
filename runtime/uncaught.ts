import type { Log } from './log.js';

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
