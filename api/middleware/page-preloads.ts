import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An entry of the manifest that Vite writes (https://vite.dev/guide/backend-integration). */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** Folder of the manifest in the build. It is not served. */
export const MANIFEST_FOLDER = '.vite';

const PAGE = /^src\/pages\/(?<name>[a-z-]+)\/page\.tsx$/;
/** Folder of the page at the start of the dashboard. */
const HOME = 'home';

/**
 * Reads which scripts and styles each page needs besides those that index.html names. A browser that learns
 * this with the page requests all of them immediately. Without it, the browser learns it from the first
 * script, which costs seconds on a slow network.
 * @param base path of the build's files
 * @returns `link` elements by page, such as `library` for `/app/library`; empty without a manifest
 */
export async function readPreloads(
  folder: string,
  base: string,
): Promise<ReadonlyMap<string, string>> {
  const manifest = await readManifest(folder);
  const first = gatherFiles(manifest, 'index.html');
  const pages = Object.keys(manifest).flatMap((key) => {
    const name = PAGE.exec(key)?.groups?.['name'];
    if (name === undefined) return [];
    const links = [...gatherFiles(manifest, key)]
      .filter((file) => !first.has(file))
      .map((file) => toLink(`${base}/${file}`));
    return [[name === HOME ? '' : name, links.join('')] as const];
  });
  return new Map(pages);
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(
      await readFile(join(folder, MANIFEST_FOLDER, 'manifest.json'), 'utf8'),
    ) as Manifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

const toLink = (path: string): string =>
  path.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${path}">`
    : `<link rel="modulepreload" crossorigin href="${path}">`;

/** Gathers the files of a chunk and of all chunks that it imports statically. */
function gatherFiles(manifest: Manifest, key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return files;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  for (const imported of chunk.imports ?? []) gatherFiles(manifest, imported, files);
  return files;
}
