import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from './wait.js';

/** A record of a process, used to find the process after its supervisor was killed. */
export interface ProcessRecord {
  readonly pid: number;
  /** A part of the process's command line; a later process with the same pid does not have it. */
  readonly marker: string;
  readonly stopSignal: NodeJS.Signals;
}

const ORPHAN_GRACE_MS = 8_000;

/** Writes a running process's record to `file`. */
export function writeRecord(file: string, record: ProcessRecord): void {
  writeFileSync(file, JSON.stringify(record), { mode: 0o600 });
}

/** Returns the record in `file` if its process is still running, otherwise null. */
export function findLivingProcess(file: string): ProcessRecord | null {
  if (!existsSync(file)) return null;
  const record = parseRecord(readFileSync(file, 'utf8'));
  return record && readCommandLine(record.pid).includes(record.marker) ? record : null;
}

/**
 * Stops every recorded process in `folder` that is still running, and deletes all records.
 * @returns the names of the stopped processes
 */
export async function stopOrphans(folder: string): Promise<string[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.pid'));
  const stopped = await Promise.all(
    files.map(async (name) => ((await stopOrphan(join(folder, name))) ? [name.slice(0, -4)] : [])),
  );
  return stopped.flat();
}

async function stopOrphan(file: string): Promise<boolean> {
  const record = findLivingProcess(file);
  if (record) {
    sendSignal(record.pid, record.stopSignal);
    const isGone = async () => findLivingProcess(file) === null;
    await waitUntil('the stop', isGone, { timeoutMs: ORPHAN_GRACE_MS }).catch(() => {
      // The grace period has passed. The process leads a group, so its helpers are killed with it.
      sendSignal(-record.pid, 'SIGKILL');
      return waitUntil(`the end of process ${record.pid}`, isGone, { timeoutMs: ORPHAN_GRACE_MS });
    });
  }
  rmSync(file, { force: true });
  return record !== null;
}

/** Sends a signal; ignores a process that has already ended. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Returns a process's command line, joined by spaces; empty if the process has ended or is a
 * zombie.
 */
function readCommandLine(pid: number): string {
  try {
    // Slim images have no `ps`, and macOS has no /proc.
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    }
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    // Both calls throw if the process does not exist.
    return '';
  }
}

/** Parses a record; null if it is incomplete because its writer was killed. */
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
