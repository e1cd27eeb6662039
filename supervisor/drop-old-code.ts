import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

/**
 * Number of versions to keep: the running version, and the previous version for a rollback without
 * a build.
 */
const KEPT = 2;

/**
 * Lists the folders that this start uses: its code and its workflow bundle. Only includes folders
 * that `npm start` created, because WORKFLOW_BUNDLE may be the operator's own file.
 */
export function listCode(root: string, bundle = process.env['WORKFLOW_BUNDLE']): string[] {
  const folders = [resolve(import.meta.dirname, '..'), ...(bundle ? [dirname(bundle)] : [])];
  return folders.filter((folder) => folder.startsWith(join(root, 'dist') + sep));
}

/**
 * Removes builds of older sources. Call it while holding the start lock: a running platform uses
 * the newest folder or the previous one.
 * @param inUse folders that this start uses; their sibling folders are candidates for removal
 */
export function dropOldCode(inUse: readonly string[]): void {
  for (const folder of inUse) {
    const parent = dirname(folder);
    const now = new Date();
    utimesSync(folder, now, now);
    // Skip partial folders and locks: they belong to the process that is creating them.
    const made = readdirSync(parent).filter((name) => /^[0-9a-f]{16}$/.test(name));
    const byAge = made
      .map((name) => join(parent, name))
      .toSorted((a, b) => computeAgeRank(a) - computeAgeRank(b));
    for (const old of byAge.slice(KEPT)) rmSync(old, { recursive: true, force: true });
  }
}

const computeAgeRank = (path: string): number => -statSync(path).mtimeMs;
