import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from './wait.js';

/** What is remembered of a process, to find it after its supervisor was killed. */
export interface ProcessRecord {
  readonly pid: number;
  /** Part of its command line: tells it from a later process that got the same pid. */
  readonly marker: string;
  readonly stopSignal: NodeJS.Signals;
}

const ORPHAN_GRACE_MS = 8_000;

/** Writes the record of a running process to `file`. */
export function writeRecord(file: string, record: ProcessRecord): void {
  writeFileSync(file, JSON.stringify(record), { mode: 0o600 });
}

/** The record in `file` when its process still runs, else null. */
export function livingProcess(file: string): ProcessRecord | null {
  if (!existsSync(file)) return null;
  const record = parseRecord(readFileSync(file, 'utf8'));
  return record && commandLine(record.pid).includes(record.marker) ? record : null;
}

/**
 * Stops every process recorded in `folder` that outlived its supervisor, and forgets them all.
 * @returns the file names of those that still ran
 */
export async function stopOrphans(folder: string): Promise<string[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.pid'));
  const stopped = await Promise.all(
    files.map(async (name) => ((await stopOrphan(join(folder, name))) ? [name.slice(0, -4)] : [])),
  );
  return stopped.flat();
}

async function stopOrphan(file: string): Promise<boolean> {
  const record = livingProcess(file);
  if (record) {
    signal(record.pid, record.stopSignal);
    const gone = async () => livingProcess(file) === null;
    await waitUntil('the stop', gone, { timeoutMs: ORPHAN_GRACE_MS }).catch(() => {
      // Its own grace is over: a process group of ours, so its helpers end with it.
      signal(-record.pid, 'SIGKILL');
      return waitUntil(`the end of process ${record.pid}`, gone, { timeoutMs: ORPHAN_GRACE_MS });
    });
  }
  rmSync(file, { force: true });
  return record !== null;
}

/** Sends a signal; a process that is gone already is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Words of a running process, joined by spaces; empty when it is gone or only a zombie. */
function commandLine(pid: number): string {
  try {
    // Slim images have no ps, macOS has no /proc.
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    }
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    // Both ways fail in this manner when there is no such process.
    return '';
  }
}

/** A record cut short by a kill is as good as none. */
function parseRecord(text: string): ProcessRecord | null {
  try {
    const record: unknown = JSON.parse(text);
    return isRecord(record) ? record : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is ProcessRecord {
  return typeof value === 'object' && value !== null && 'pid' in value && 'marker' in value;
}
