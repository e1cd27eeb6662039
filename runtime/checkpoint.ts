import type { Pass } from '../domain/ports/checkpoint.js';

/** Creates the checkpoint function of a process; without `CRASH_AT` it does nothing. */
export function createCheckpoint(crashAt: string | null): Pass {
  if (crashAt === null) return () => undefined;
  return (name) => {
    if (name === crashAt) process.kill(process.pid, 'SIGKILL');
  };
}
