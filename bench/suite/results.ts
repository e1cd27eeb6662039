import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Measured } from './figure.js';
import type { Machine } from './describe-machine.js';

/** The result of a bench with its machine and time: one section of the page. */
export interface Result {
  readonly name: string;
  /** ISO 8601, when it ended. */
  readonly at: string;
  readonly seconds: number;
  readonly quick: boolean;
  /** Load average of the last minute before the start. */
  readonly load: number;
  readonly machine: Machine;
  /** Null when it failed; then `failure` has the reason. */
  readonly measured: Measured | null;
  readonly failure: string | null;
}

/** Stored next to the page, so that one bench can be run again without the others. */
const FILE = new URL('../../docs/performance.json', import.meta.url);

export async function readResults(): Promise<readonly Result[]> {
  try {
    return JSON.parse(await readFile(FILE, 'utf8')) as Result[];
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}

/** Merges the earlier results with newer ones, which replace them by name. */
export function mergeResults(
  earlier: readonly Result[],
  newer: readonly Result[],
): readonly Result[] {
  const names = new Set(newer.map(({ name }) => name));
  return [...earlier.filter(({ name }) => !names.has(name)), ...newer];
}

export async function writeResults(results: readonly Result[]): Promise<void> {
  const partial = new URL(`${FILE.href}.partial`);
  await writeFile(partial, `${JSON.stringify(results, null, 2)}\n`);
  await rename(partial, FILE);
}
