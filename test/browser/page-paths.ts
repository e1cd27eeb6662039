import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const PAGES = fileURLToPath(new URL('../../web/src/pages', import.meta.url));

/** The addresses of the pages of whoever is signed in, as their routes tell them; none with an id. */
export async function readPagePaths(): Promise<string[]> {
  const paths: string[] = [];
  for await (const file of glob('*/route.ts', { cwd: PAGES })) {
    const text = await readFile(`${PAGES}/${file}`, 'utf8');
    const path = /path: '([^']+)'/.exec(text)?.[1];
    if (!path) throw new Error(`${file} tells no path`);
    if (text.includes('=> shellRoute') && !path.includes('$')) paths.push(path);
  }
  return paths.toSorted();
}
