import { dirname, join } from 'node:path/posix';
import { proseOf, type Prose } from './prose.js';

/** The files of a checkout, by path from its root. */
export type Tree = ReadonlyMap<string, string>;

/** A reference in a comment or a page, and its problem; null when the target exists. */
export interface Citation {
  /** `file:line`. */
  readonly place: string;
  readonly text: string;
  readonly problem: string | null;
}

/** A kind of reference: its pattern and the check of a match. */
interface Kind {
  readonly pattern: (tree: Tree) => RegExp;
  readonly only?: 'pages';
  /** @param after the text that follows in the same comment or page */
  readonly check: (found: string, prose: Prose, tree: Tree, after: string) => string | null;
}

/** Names of files that are not in the repository but are correct. */
const MADE_ELSEWHERE: readonly string[] = [
  // Written by `npm start`.
  'connection.json',
  '.data/connection.json',
  '.data/secrets.json',
  // Settings files of agent clients.
  'mcp.json',
  '.cursor/mcp.json',
  '.vscode/mcp.json',
  '.gemini/settings.json',
  // Names that operators may give their ComfyUI templates.
  'seedance-2.0.json',
  'service-image.edit.json',
  'service-image.person.json',
];

const NAME =
  /(?<![\w/.@$<>{}*-])(?:[\w.-]+\/)*[\w.-]*\w\.(?:ts|mts|mjs|md|json|sh|ya?ml|go|xml)\b(?![\w(<])/g;

const KINDS: readonly Kind[] = [
  {
    pattern: () => /§|(?<![\w/])notes\/|\(spec\b/g,
    check: () => 'readers have no such page: say the rule itself',
  },
  {
    only: 'pages',
    pattern: () => /(?<=\]\()(?![a-z]+:)[^)\s]+(?=\))/g,
    check: (target, { file }, tree) => {
      const [path = '', anchor] = target.split('#');
      const page = path === '' ? file : join(dirname(file), path);
      if (!isThere(tree, page)) return 'no such file';
      if (anchor === undefined) return null;
      return anchorsOf(tree.get(page) ?? '').includes(anchor) ? null : 'no such heading';
    },
  },
  {
    pattern: () => NAME,
    check: (name, { file }, tree, after) => {
      if (MADE_ELSEWHERE.includes(name)) return null;
      const path = name.startsWith('.') ? join(dirname(file), name) : name;
      const found = [...tree.keys()].find((one) => one === name || `/${one}`.endsWith(`/${path}`));
      if (found === undefined) return 'no such file';
      return found.endsWith('.md') ? headingProblem(tree.get(found) ?? '', after) : null;
    },
  },
  {
    // Matches the path of a folder or of a source file without its extension, from the root.
    pattern: (tree) => pathPatterns.get(tree) ?? makePathPattern(tree),
    check: (path, _prose, tree) => {
      if (path.match(NAME)) return null;
      const source = path.replace(/^dist\/(.*)\.js$/, '$1.ts');
      return isThere(tree, source) ? null : 'no such file or folder';
    },
  },
  {
    pattern: () => /(?<=(?<!docs\/)\bdecisions?[ /])\d{4}(?![\w-])/gi,
    check: (number, _prose, tree) =>
      isThere(tree, `docs/decisions/${number}`) ? null : 'no such decision',
  },
];

/** One pattern per tree, because building it for each comment took 20 seconds. */
const pathPatterns = new WeakMap<Tree, RegExp>();

function makePathPattern(tree: Tree): RegExp {
  const tops = new Set([...tree.keys()].flatMap((path) => path.match(/^\w+(?=\/)/) ?? []));
  const names = [...tops, 'dist'].join('|');
  const made = new RegExp(`(?<![\\w/.@-])(?:${names})/[\\w./-]*\\w(?!\\w)`, 'g');
  pathPatterns.set(tree, made);
  return made;
}

/** Finds all references in the comments and pages of a tree. */
export function citationsOf(tree: Tree): Citation[] {
  return [...tree].flatMap(([file, text]) =>
    proseOf(file, text).flatMap((prose) => citationsIn(prose, tree)),
  );
}

function citationsIn(prose: Prose, tree: Tree): Citation[] {
  const isPage = prose.file.endsWith('.md');
  return KINDS.filter(({ only }) => isPage || !only).flatMap(({ pattern, only, check }) => {
    // A link is checked by its own pattern, so its target is removed here.
    const text = isPage && !only ? withoutTargets(prose.text) : prose.text;
    return [...text.matchAll(pattern(tree))].map(({ 0: found, index }) => ({
      place: `${prose.file}:${prose.line + text.slice(0, index).split('\n').length - 1}`,
      text: found,
      problem: check(found, prose, tree, text.slice(index + found.length)),
    }));
  });
}

const withoutTargets = (page: string) =>
  page.replaceAll(/\]\([^)\s]+\)/g, (target) => `]${' '.repeat(target.length - 1)}`);

/** Checks whether there is a file, a folder, a source file without its extension, or a decision with its number. */
function isThere(tree: Tree, path: string): boolean {
  const start = path.replace(/\/$/, '');
  return [...tree.keys()].some((one) => {
    const next = one.startsWith(start) ? one.slice(start.length) : null;
    if (next === null) return false;
    return /^(\/.*|(\.\w+)*)$/.test(next) || (/\/\d{4}$/.test(start) && next.startsWith('-'));
  });
}

const headingsOf = (page: string): string[] =>
  [...page.matchAll(/^#+ +(.+?) *$/gm)].map(([, heading = '']) => heading);

/** Checks that the capitalised text after a page is one of its headings, as in `docs/design.md, Money`. */
function headingProblem(page: string, after: string): string | null {
  const named = /^`?,\s+(\w[^]*)/.exec(after.slice(0, 200))?.[1]?.replaceAll(/\s+/g, ' ') ?? '';
  const isNamed = headingsOf(page).some(
    (heading) => named.startsWith(heading) && !/^\w/.test(named.slice(heading.length)),
  );
  return isNamed || !/^[A-Z]/.test(named)
    ? null
    : `no such heading: ${named.slice(0, 40).trimEnd()}`;
}

/** Lists the anchors of a page's headings, as GitHub generates them. */
function anchorsOf(page: string): string[] {
  const seen = new Map<string, number>();
  return headingsOf(page).map((heading) => {
    const plain = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}_ -]/gu, '');
    const anchor = plain.replaceAll(' ', '-');
    const copies = seen.get(anchor) ?? 0;
    seen.set(anchor, copies + 1);
    return copies === 0 ? anchor : `${anchor}-${copies}`;
  });
}
