import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** One process with what it has used so far. */
export interface Used {
  readonly name: string;
  /** Its own pages, and its share of those that several processes have. */
  readonly pssMb: number;
}

/** What a command line is called in the table; the first that fits. */
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

/** Memory of a process and all below it, summed up by name. Linux alone tells it. */
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
 * Processor time so far of a process, as `self`, and of all below it by name, in ms. It includes
 * children that have ended. Linux only, in steps of 10 ms.
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

/** Hundredths of a second: fields 14 to 17 of its stat, counted from behind its name. */
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

/** Empty for a process that has ended meanwhile. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
