// Lets compiled code import the packages of this checkout by name, as the sources do: `node
// tools/link-packages.mjs <folder>`, after the compiler has filled the folder.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { ROOT } from './install.mjs';

/**
 * Writes a manifest for every compiled package, whose exports point to compiled files, and links
 * the package in the folder's `node_modules`. Node.js finds this link before it finds the sources
 * of the package.
 * @param {string} folder compiled code
 */
export async function linkPackages(folder) {
  for (const name of await readdir(join(ROOT, 'packages'))) {
    const place = join(folder, 'packages', name);
    if (!existsSync(place)) continue;
    const manifest = JSON.parse(
      await readFile(join(ROOT, 'packages', name, 'package.json'), 'utf8'),
    );
    const exports = JSON.parse(JSON.stringify(manifest.exports).replaceAll('.ts"', '.js"'));
    await writeFile(join(place, 'package.json'), JSON.stringify({ ...manifest, exports }));
    const link = join(folder, 'node_modules', manifest.name);
    await mkdir(dirname(link), { recursive: true });
    await rm(link, { force: true });
    await symlink(relative(dirname(link), place), link);
  }
}

if (import.meta.main) await linkPackages(resolve(process.argv[2]));
