import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Measured } from './figure.js';
import type { Machine } from './describe-machine.js';

/** A bench's result with its machine and time: one section of the page. */
export interface Result {
  readonly name: string;
  /** When the bench ended, in ISO 8601. */
  readonly at: string;
  readonly seconds: number;
  readonly quick: boolean;
  /** Load average of the minute before the start. */
  readonly load: number;
  readonly machine: Machine;
  /** The measurements; null if the bench failed for the reason in `failure`. */
  readonly measured: Measured | null;
  readonly failure: string | null;
}

/** Stored next to the page, so that one bench can run again without the others. */
const FILE = new URL('../../docs/performance.json', import.meta.url);

export async function readResults(): Promise<readonly Result[]> {
  try {
    return JSON.parse(await readFile(FILE, 'utf8')) as Result[];
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Merges earlier results with newer ones; a newer result replaces the earlier one with the same
 * name.
 */
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
