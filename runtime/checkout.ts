import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of the project: beside `runtime/` for sources, further up for what was compiled.
 * @throws {Error} when no folder above holds a `package.json`
 */
export function findCheckout(from = import.meta.dirname): string {
  let folder = from;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`${from} is in no checkout of the project.`);
    folder = parent;
  }
  return folder;
}
