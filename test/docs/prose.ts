/** Something written for readers: a comment, or a page. Places in its text are places in the file. */
export interface Prose {
  readonly file: string;
  /** Of its first line, from 1. */
  readonly line: number;
  readonly text: string;
}

interface Syntax {
  /** What a comment begins with; it ends with the line, or with `close` after `open`. */
  readonly begin: RegExp;
  readonly open?: string;
  readonly close?: string;
}

const SLASHES: Syntax = { begin: /(?:^|\s)(?:\/\/|\/\*)|^\s*--\s/, open: '/*', close: '*/' };
const HASHES: Syntax = { begin: /(?:^|\s)#/ };
const ANGLES: Syntax = { begin: /<!--/, open: '<!--', close: '-->' };

/** How comments are written, by the name of the file; the first that fits. */
const SYNTAXES: readonly (readonly [RegExp, Syntax])[] = [
  [/(^|\/)(package-lock|openapi)\.json$/, { begin: /$^/ }],
  [/\.(ts|mts|mjs|go)$|^[^/]+\.json$/, SLASHES],
  [/\.(sh|ya?ml)$|^\.ci\/|(^|\/)(Dockerfile|\.env\.example|\.\w+ignore|\.npmrc)$/, HASHES],
  [/\.xml$/, ANGLES],
];

const syntaxOf = (file: string) => SYNTAXES.find(([name]) => name.test(file))?.[1];

/** Whether a file holds something for readers. */
export const isRead = (file: string): boolean =>
  file.endsWith('.md') || syntaxOf(file) !== undefined;

/** All that a file says to its readers: its comments, or a page without its blocks of code. */
export function proseOf(file: string, text: string): Prose[] {
  if (file.endsWith('.md')) return [{ file, line: 1, text: withoutFences(text) }];
  return commentsOf(file, text);
}

/** Lines stay where they are. */
function withoutFences(page: string): string {
  return page.replaceAll(/^( *)(`{3,}|~{3,})[^`\n]*\n[^]*?^\1\2 *$/gm, (fence) =>
    fence.replaceAll(/[^\n]+/g, ''),
  );
}

/** Comments of lines that follow each other are one. */
function commentsOf(file: string, text: string): Prose[] {
  const syntax = syntaxOf(file);
  if (!syntax) return [];
  const comments: { file: string; line: number; text: string }[] = [];
  let open = false;
  let last = -1;
  for (const [index, line] of text.split('\n').entries()) {
    const from = open ? 0 : beginOf(line, syntax);
    if (from < 0) continue;
    const said = line.slice(from);
    open = endsOpen(said, open, syntax);
    const words = said.replace(/^\s*(?:\/\*+|\*(?!\/)|\/\/+|#+|--|<!--)/, '').replace('*/', '');
    const before = comments.at(-1);
    if (before && last === index - 1) before.text += `\n${words}`;
    else comments.push({ file, line: index + 1, text: words });
    last = index;
  }
  return comments;
}

/** Where the comment of a line of code begins; -1 when it has none. What looks like one in a string is none. */
function beginOf(line: string, { begin }: Syntax): number {
  if (line.search(begin) < 0) return -1;
  const blank = (literal: string) => ' '.repeat(literal.length);
  const bare = /^\s*(?:\/\/|\/\*|#|--)/.test(line)
    ? line
    : line.replaceAll(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`/g, blank);
  return bare.search(begin);
}

function endsOpen(said: string, open: boolean, { open: mark, close }: Syntax): boolean {
  if (!mark || !close) return false;
  return (open || said.trimStart().startsWith(mark)) && !said.includes(close);
}
