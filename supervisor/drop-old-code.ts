import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

/** The running version and the previous one, so that going back to it needs no new build. */
const KEPT = 2;

/**
 * The folders in use by this start: its code and its workflow bundle. Only folders made by `npm
 * start`: WORKFLOW_BUNDLE may be a file of the operator.
 */
export function listCode(root: string, bundle = process.env['WORKFLOW_BUNDLE']): string[] {
  const folders = [resolve(import.meta.dirname, '..'), ...(bundle ? [dirname(bundle)] : [])];
  return folders.filter((folder) => folder.startsWith(join(root, 'dist') + sep));
}

/**
 * Removes the builds of older sources. Call it while holding the start lock: a running platform
 * uses the newest folder or the one before.
 * @param inUse folders of this start; their sibling folders are candidates for removal
 */
export function dropOldCode(inUse: readonly string[]): void {
  for (const folder of inUse) {
    const parent = dirname(folder);
    const now = new Date();
    utimesSync(folder, now, now);
    // Partial folders and locks belong to the process that is creating them.
    const made = readdirSync(parent).filter((name) => /^[0-9a-f]{16}$/.test(name));
    const byAge = made
      .map((name) => join(parent, name))
      .toSorted((a, b) => computeAgeRank(a) - computeAgeRank(b));
    for (const old of byAge.slice(KEPT)) rmSync(old, { recursive: true, force: true });
  }
}

const computeAgeRank = (path: string): number => -statSync(path).mtimeMs;
