import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

/** The running one, and the one before: who goes back to it need not wait again. */
const KEPT = 2;

/**
 * The folders that this start runs on: its code and its bundle of workflows. Only those that
 * `npm start` has made; WORKFLOW_BUNDLE may name one of the operator.
 */
export function listCode(root: string, bundle = process.env['WORKFLOW_BUNDLE']): string[] {
  const folders = [resolve(import.meta.dirname, '..'), ...(bundle ? [dirname(bundle)] : [])];
  return folders.filter((folder) => folder.startsWith(join(root, 'dist') + sep));
}

/**
 * Removes what earlier states of the sources were made into, beside what runs now. To be called
 * under the lock of a start: a platform that runs has the newest folder, or the one before.
 * @param inUse folders of this start; what lies beside them is looked at
 */
export function dropOldCode(inUse: readonly string[]): void {
  for (const folder of inUse) {
    const parent = dirname(folder);
    const now = new Date();
    utimesSync(folder, now, now);
    // Half-made folders and locks belong to whoever makes them.
    const made = readdirSync(parent).filter((name) => /^[0-9a-f]{16}$/.test(name));
    const byAge = made.map((name) => join(parent, name)).toSorted((a, b) => ageOf(a) - ageOf(b));
    for (const old of byAge.slice(KEPT)) rmSync(old, { recursive: true, force: true });
  }
}

const ageOf = (path: string): number => -statSync(path).mtimeMs;
