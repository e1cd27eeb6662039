/** A text for readers: a comment or a page. Positions in the text are positions in the file. */
export interface Prose {
  readonly file: string;
  /** Number of the first line, counted from 1. */
  readonly line: number;
  readonly text: string;
}

interface Syntax {
  /**
   * The start of a comment. A comment that begins with `open` ends with `close`; any other comment ends with the line.
   */
  readonly begin: RegExp;
  readonly open?: string;
  readonly close?: string;
}

const SLASHES: Syntax = { begin: /(?:^|\s)(?:\/\/|\/\*)|^\s*--\s/, open: '/*', close: '*/' };
const HASHES: Syntax = { begin: /(?:^|\s)#/ };
const ANGLES: Syntax = { begin: /<!--/, open: '<!--', close: '-->' };

/** Comment styles by file name. The first match applies. */
const SYNTAXES: readonly (readonly [RegExp, Syntax])[] = [
  [/(^|\/)(package-lock|openapi)\.json$/, { begin: /$^/ }],
  [/\.(ts|mts|mjs|go)$|^[^/]+\.json$/, SLASHES],
  [/\.(sh|ya?ml)$|^\.ci\/|(^|\/)(Dockerfile|\.env\.example|\.\w+ignore|\.npmrc)$/, HASHES],
  [/\.xml$/, ANGLES],
];

const syntaxOf = (file: string) => SYNTAXES.find(([name]) => name.test(file))?.[1];

/** Whether a file contains text for readers. */
export const isRead = (file: string): boolean =>
  file.endsWith('.md') || syntaxOf(file) !== undefined;

/** Reads all texts of a file for readers: its comments, or a page without its code blocks. */
export function proseOf(file: string, text: string): Prose[] {
  if (file.endsWith('.md')) return [{ file, line: 1, text: withoutFences(text) }];
  return commentsOf(file, text);
}

/** Removes code blocks and keeps the line numbers. */
function withoutFences(page: string): string {
  return page.replaceAll(/^( *)(`{3,}|~{3,})[^`\n]*\n[^]*?^\1\2 *$/gm, (fence) =>
    fence.replaceAll(/[^\n]+/g, ''),
  );
}

/** Finds the comments of a file. Comments on consecutive lines count as one comment. */
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

/**
 * Finds the position of the comment in a line of code; -1 if the line has no comment. Comment markers in strings do not
 * count.
 */
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
