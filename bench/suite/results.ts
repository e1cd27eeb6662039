import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Measured } from './figure.js';
import type { Machine } from './describe-machine.js';

/** How a bench ended, and where and when: one section of the page. */
export interface Result {
  readonly name: string;
  /** ISO 8601, when it ended. */
  readonly at: string;
  readonly seconds: number;
  readonly quick: boolean;
  /** Load of the machine when it began, of the last minute. */
  readonly load: number;
  readonly machine: Machine;
  /** Null when it failed; then `failure` says how. */
  readonly measured: Measured | null;
  readonly failure: string | null;
}

/** Kept beside the page, so that one bench can be run again without the others. */
const FILE = new URL('../../docs/performance.json', import.meta.url);

export async function readResults(): Promise<readonly Result[]> {
  try {
    return JSON.parse(await readFile(FILE, 'utf8')) as Result[];
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}

/** The earlier results, with newer ones in their places. */
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
