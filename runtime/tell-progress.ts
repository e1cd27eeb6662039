import { LRUCache } from 'lru-cache';

/** Milliseconds between two lines: each line costs the server four events. */
const EVERY_MS = 10_000;
/** The most lines of one run, so that a stuck queue does not fill its history. */
const LINES_MAX = 30;
/** The most runs in memory; the run that was silent longest is removed first. */
const RUNS_MAX = 1_000;

interface Told {
  line: string;
  atMs: number;
  lines: number;
}

/**
 * Tells runs the progress of their step: at most one new line every ten seconds. The first line is
 * only noted, so quick steps cost nothing.
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
