/**
 * Named moments at which a process may die. The fault tests start a process with `CRASH_AT=<name>`;
 * it then ends there as by `kill -9`: no handler runs, nothing is flushed.
 */
export const CHECKPOINTS = [
  'accept.before_commit',
  'accept.after_commit',
  'accept.after_start',
  'claim.after_commit',
  'render.after_store',
  'finish.before_commit',
  'finish.after_commit',
] as const;
export type Checkpoint = (typeof CHECKPOINTS)[number];

export type Pass = (name: Checkpoint) => void;

/** The checkpoint function of a process; without `CRASH_AT` it does nothing. */
export function createCheckpoint(crashAt: string | null): Pass {
  if (crashAt === null) return () => undefined;
  return (name) => {
    if (name === crashAt) process.kill(process.pid, 'SIGKILL');
  };
}
