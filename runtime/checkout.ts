import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Finds the project's root folder: the parent of `runtime/` for sources, a higher folder for
 * compiled code.
 * @throws {Error} if no parent folder contains a `package.json`
 */
export function findCheckout(from = import.meta.dirname): string {
  let folder = from;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`${from} is not inside a checkout of the project.`);
    folder = parent;
  }
  return folder;
}
