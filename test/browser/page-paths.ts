import { readFile } from 'node:fs/promises';

const ROUTER = new URL('../../web/src/router.tsx', import.meta.url);
const ROUTE = /createRoute\(\{\s+getParentRoute: \(\) => shellRoute,\s+path: '([^']+)'/g;

/** Reads the paths of the pages that need a session from the router, except paths with an id. */
export async function readPagePaths(): Promise<string[]> {
  const text = await readFile(ROUTER, 'utf8');
  const paths = [...text.matchAll(ROUTE)].map(([, path = '']) => path);
  if (paths.length === 0) throw new Error('router.tsx has no route of a page');
  return paths.filter((path) => !path.includes('$')).toSorted();
}
