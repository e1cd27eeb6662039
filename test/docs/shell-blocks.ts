import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..', '..');

/** How a block is used: pasted after the previous blocks, started in the background, or not run by the tests. */
export type Manner = 'pasted' | 'stays in the foreground' | 'on your server';

/** One fenced shell block of a page. */
export interface ShellBlock {
  /** Path from the root of the checkout, and the line of the fence: `docs/uploads.md:12`. */
  readonly place: string;
  readonly manner: Manner;
  readonly text: string;
}

export interface Page {
  readonly path: string;
  readonly blocks: readonly ShellBlock[];
}

const SHELLS = ['sh', 'bash', 'shell', 'console', 'zsh'];
/** Languages of fenced blocks that contain no commands. */
const OTHERS = ['', 'text', 'json', 'ts', 'python', 'go', 'sql', 'mermaid', 'ini', 'yaml'];
const FENCE = /^( *)(`{3,}|~{3,})([^`\n]*)\n([^]*?)^\1\2 *$/gm;

/** Reads every page that has shell blocks: the README first, then docs/ by name, then the client's. */
export async function readPages(): Promise<Page[]> {
  const docs = await readdir(join(ROOT, 'docs'), { recursive: true });
  const paths = docs.filter((path) => path.endsWith('.md')).map((path) => join('docs', path));
  const pages = await Promise.all(
    ['README.md', ...paths.toSorted(), 'packages/client/README.md'].map(async (path) => {
      return { path, blocks: shellBlocks(path, await readFile(join(ROOT, path), 'utf8')) };
    }),
  );
  return pages.filter(({ blocks }) => blocks.length > 0);
}

/**
 * Lists the shell blocks of a page, in order.
 * @throws {Error} for a fence with an unknown language or title
 */
export function shellBlocks(path: string, page: string): ShellBlock[] {
  return [...page.matchAll(FENCE)].flatMap(({ index, 3: info = '', 4: text = '' }) => {
    const place = `${path}:${page.slice(0, index).split('\n').length}`;
    const [language = '', ...rest] = info.trim().split(' ');
    if (OTHERS.includes(language)) return [];
    if (!SHELLS.includes(language)) throw new Error(`${place}: is \`${language}\` a shell?`);
    return [{ place, manner: mannerOf(place, rest.join(' ')), text }];
  });
}

function mannerOf(place: string, attributes: string): Manner {
  switch (attributes) {
    case '':
    case 'title="TypeScript"':
    case 'title="Python"':
    case 'title="Command line"':
      return 'pasted';
    case 'title="stays in the foreground"':
      return 'stays in the foreground';
    case 'title="on your server"':
      return 'on your server';
    default:
      throw new Error(`${place}: no known way to run a block with ${attributes}`);
  }
}
