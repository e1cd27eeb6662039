import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

/**
 * Computes a short hash of file names and contents, which names the build made from them.
 * @param {readonly string[]} places files in the checkout, or folders with all their files
 * @returns {Promise<string>} 16 hexadecimal digits
 */
export async function hashFiles(places) {
  const hash = createHash('sha256');
  const lists = await Promise.all(places.map((place) => listFiles(join(ROOT, place))));
  const files = lists.flat().toSorted((a, b) => (a < b ? -1 : 1));
  const contents = await Promise.all(files.map((file) => readFile(file)));
  for (const [index, file] of files.entries()) {
    hash.update(`${file.slice(ROOT.length)}\0${contents[index].length}\0`).update(contents[index]);
  }
  return hash.digest('hex').slice(0, 16);
}

async function listFiles(place) {
  if ((await stat(place)).isFile()) return [place];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}
