import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findLivingProcess, writeRecord } from './pid-file.js';
import { writePrivateJson } from './private-file.js';

const STOP_WAIT_MS = 90_000;
/** Milliseconds until a supervisor has noticed that its terminal or npm was killed. */
const NOTICE_MS = 2_000;
const POLL_MS = 200;
/** The end of our command line: `tools/start.mjs`, or the compiled supervisor/start.ts. */
const MARKER = (process.argv[1] ?? '').split(sep).slice(-2).join(sep);

/** The exclusive right to run this checkout. */
export interface StartLock {
  /** Announces that the holder is stopping, so that the next start waits for the lock. */
  announceStop(): void;
  release(): void;
}

/**
 * Acquires the lock file, or takes over a killed supervisor's file.
 * @param onWait called once if this waits for a supervisor that is stopping
 * @throws {Error} if another supervisor runs on the same data
 */
export async function takeStartLock(file: string, onWait: () => void): Promise<StartLock> {
  const record = { pid: process.pid, marker: MARKER, stopSignal: 'SIGTERM' } as const;
  const startedAt = Date.now();
  let waited = false;
  while (!tryAcquire(file, record)) {
    const text = readText(file);
    const holder = findLivingProcess(file);
    if (!holder) {
      dropStale(file, text);
      continue;
    }
    const patienceMs = text.includes('"stopping"') ? STOP_WAIT_MS : NOTICE_MS;
    if (Date.now() - startedAt > patienceMs) {
      throw new Error(
        `The platform is already running from this checkout (process ${holder.pid}). Stop it with Ctrl-C in its terminal, or with: kill ${holder.pid}`,
      );
    }
    if (!waited && patienceMs === STOP_WAIT_MS) {
      onWait();
      waited = true;
    }
    await sleep(POLL_MS);
  }
  return {
    announceStop: () => writePrivateJson(file, { ...record, stopping: true }),
    release: () => rmSync(file, { force: true }),
  };
}

/**
 * Uses a hard link, which appears together with its content; a new file would be empty at first.
 */
function tryAcquire(file: string, record: Parameters<typeof writeRecord>[1]): boolean {
  const making = `${file}.${process.pid}`;
  writeRecord(making, record);
  try {
    linkSync(making, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(making, { force: true });
  }
}

/** Removes a stale lock, but not the new lock of another start that has already replaced it. */
function dropStale(file: string, seen: string): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readText(aside) !== seen) linkSync(aside, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
