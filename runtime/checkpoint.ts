import type { Pass } from '../domain/ports/checkpoint.js';

/** Creates a process's checkpoint function; without `CRASH_AT` the function does nothing. */
export function createCheckpoint(crashAt: string | null): Pass {
  if (crashAt === null) return () => undefined;
  return (name) => {
    if (name === crashAt) process.kill(process.pid, 'SIGKILL');
  };
}
