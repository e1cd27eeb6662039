import { LRUCache } from 'lru-cache';

/** One line in so many milliseconds: each costs the server four events. */
const EVERY_MS = 10_000;
/** Lines of one run at most, so that a stuck queue does not fill its history. */
const LINES_MAX = 30;
/** Runs that are remembered; the one that was silent longest is forgotten first. */
const RUNS_MAX = 1_000;

interface Told {
  line: string;
  atMs: number;
  lines: number;
}

/**
 * Tells runs how far their step is, thinned out: a new line at most every ten seconds, from ten
 * seconds after the first on, so that quick steps cost nothing.
 * @param send best effort; its failures are ignored
 */
export function createTellProgress(
  send: (workflowId: string, line: string) => Promise<void>,
  now: () => number = Date.now,
): (workflowId: string, line: string) => void {
  const runs = new LRUCache<string, Told>({ max: RUNS_MAX });
  return (workflowId, line) => {
    const told = runs.get(workflowId);
    if (!told) {
      runs.set(workflowId, { line: '', atMs: now(), lines: 0 });
      return;
    }
    if (line === told.line || now() - told.atMs < EVERY_MS || told.lines >= LINES_MAX) return;
    runs.set(workflowId, { line, atMs: now(), lines: told.lines + 1 });
    send(workflowId, line).catch(() => undefined);
  };
}
