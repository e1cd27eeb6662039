import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Memory of all processes with the same name. */
export interface Used {
  readonly name: string;
  /** Private pages, and the proportional share of shared pages. */
  readonly pssMb: number;
}

/** Process names by command line; the first match counts. */
const NAMES = [
  'stand-ins/social',
  'workers/all',
  'api/server',
  'tools/start',
  'versitygw',
  'postgres',
  'temporal',
  'npm',
] as const;

/** Reads the memory of a process and all its descendants, added up by name. Works only on Linux. */
export function readTree(root: number): Used[] {
  const parents = readParents();
  const isBelow = (pid: number): boolean => {
    if (pid === root) return true;
    const parent = parents.get(pid);
    return parent !== undefined && isBelow(parent);
  };
  const sums = new Map<string, number>();
  for (const pid of [...parents.keys()].filter(isBelow)) {
    const name = nameOf(read(pid, 'cmdline').replaceAll('\0', ' '));
    sums.set(name, (sums.get(name) ?? 0) + readPss(pid));
  }
  return [...sums].map(([name, pssMb]) => ({ name, pssMb })).toSorted((a, b) => b.pssMb - a.pssMb);
}

/**
 * Reads the CPU time in ms that a process (as `self`) and its descendants (by name) have used so far. Includes children
 * that have ended. Works only on Linux, with a resolution of 10 ms.
 */
export function readCpu(root: number): ReadonlyMap<string, number> {
  const parents = readParents();
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === root || isBelow(parent));
  };
  const sums = new Map([['self', readTicks(root).own * 10]]);
  for (const pid of [...parents.keys()].filter(isBelow)) {
    const name = nameOf(read(pid, 'cmdline').replaceAll('\0', ' '));
    const { own, children } = readTicks(pid);
    sums.set(name, (sums.get(name) ?? 0) + (own + children) * 10);
  }
  return sums;
}

/**
 * Reads fields 14 to 17 of /proc/<pid>/stat, in hundredths of a second. Counts the fields after the process name, which
 * may contain spaces.
 */
function readTicks(pid: number): { own: number; children: number } {
  const fields = (read(pid, 'stat').split(') ')[1] ?? '').split(' ').map(Number);
  const [user = 0, system = 0, ofUser = 0, ofSystem = 0] = fields.slice(11, 15);
  return { own: user + system, children: ofUser + ofSystem };
}

function readParents(): ReadonlyMap<number, number> {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return new Map(
    pids.map((pid) => [pid, Number(/^PPid:\s*(\d+)/m.exec(read(pid, 'status'))?.[1])]),
  );
}

const readPss = (pid: number): number =>
  (Number(/^Pss:\s*(\d+) kB/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) * 1_024) / 1e6;

const nameOf = (command: string): string =>
  NAMES.find((name) => command.includes(name)) ?? basename(command.split(' ', 1)[0] ?? '');

/** Reads a file of a process; empty if the process has ended in the meantime. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
