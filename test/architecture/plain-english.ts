import { proseOf } from '../docs/prose.js';
import { isFunctionHead } from './function-head.js';

const AREAS = ['comments', 'docs', 'ui', 'messages', 'titles'] as const;
export type Area = (typeof AREAS)[number];

/** A piece of text that people read. */
export interface Text {
  readonly file: string;
  /** Number of the line where the text begins, from 1. */
  readonly line: number;
  readonly area: Area;
  readonly text: string;
  /** Whether this is a comment above a function, which must begin with a verb. */
  readonly isOfFunction?: boolean;
}

/** A use of a pattern. */
export interface Hit {
  /** `file:line`. */
  readonly place: string;
  readonly area: Area;
  readonly pattern: string;
  /** The whole line that contains the use. */
  readonly text: string;
}

export type Counts = Readonly<Record<string, number>>;

const NO_VERB = 'noun for a function';

/** Words that WRITING.md replaces. Each comment names the uses that are allowed. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  told: /\b(?:told|tells?|telling)\b/gi,
  // Allows "looks like" and "lookup".
  look: /\b(?:looks?|looked|looking)\b(?! like)/gi,
  beside: /\bbeside\b/gi,
  'at once': /\bat\s+once\b/gi,
  // Allows "stand-in" and "stands for".
  stands: /\bstands?\b(?! (?:in|for)\b)(?!-)/gi,
  whoever: /\b(?:whoever|whatever)\b/gi,
  'that of': /\b(?:that|those)\s+of\b/gi,
  'of its own': /\bof\s+(?:(?:its|their|our|your|his|her|one's|my)\s+own|ours|yours|theirs)\b/gi,
  // Allows questions.
  'What …': /(?:^|(?<=[.:] |\| ))What\b(?![^.]*\?)/gm,
  'Of …': /(?:^|(?<=[.:] |\| ))Of\b(?! course)/gm,
  // Allows "there is no" and "is no longer".
  'is no': /(?<![Tt]here )\b(?:is|are|was|were|be)\s+(?:no|none)\b(?! longer)/g,
  [NO_VERB]: /(?<=^\s*)(?:The|An?)\b/g,
  terms: /\b(?:doors?|rooms?|twins?|deeds?|lanes?|grounds?)\b/gi,
  // Allows "signs a request" and "sign in".
  sign: /\b(?:\d+|an?|one|two|each|every|which|these|those|all|other|such|many|the|first|last|of) signs?\b(?! (?:in|on|up|out)\b)(?!-)/gi,
};

/** Permits these words in the studio, whose drawings show rooms, doors and grounds. */
const isDrawn = (file: string, pattern: string): boolean =>
  pattern === 'terms' && file.startsWith('packages/studio/');

/** Generated sources, recorded data, and the page that lists the words. */
const LEFT_OUT =
  /^(?:WRITING\.md$|web\/src\/api\/|test\/histories\/|test\/architecture\/plain-english)/;

export const isRead = (file: string): boolean =>
  /\.(?:tsx?|mjs|mts|md)$/.test(file) && !LEFT_OUT.test(file);

/** Quotes and slashes in a regular expression do not begin a string or a comment. */
const REGEX = String.raw`(?<=[(,=:[!&|?{};]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*`;
const STRING = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\x60(?:\\[^]|[^\x60\\])*\x60`;
const COMMENT = String.raw`\/\*[^]*?\*\/|\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*`;
const TOKEN = new RegExp(`(?<comment>${COMMENT})|(?<string>${STRING})|${REGEX}`, 'g');
const TITLE = /\b(?:describe|it|context)(?:\.\w+)?\(\s*$/;
/** Text between the tags of JSX. */
const JSX = /(?<=[^=]>|\})([^<>{}=;]*[a-z][^<>{}=;]*)(?=[<{])/gi;

/** Finds all texts of a file that people read. */
export function findTexts(file: string, source: string): Text[] {
  if (file.endsWith('.md')) {
    return proseOf(file, source).map(({ line, text }) => ({
      file,
      line,
      area: 'docs',
      text: text
        .replaceAll(/`[^`\n]+`/g, '``')
        .replaceAll(/\]\([^)\s]+\)/g, ']()')
        .replaceAll(/^[ \t]*(?:[|*#>-]|\d+\.)*[ \t]*/gm, ''),
    }));
  }
  const texts: Text[] = [];
  const add = (area: Area, text: string, at: number, isOfFunction = false) =>
    texts.push({ file, line: countLines(source, at), area, text, isOfFunction });
  const code = source.replaceAll(TOKEN, (token, ...rest) => {
    const groups = rest.at(-1) as { comment?: string; string?: string };
    const at = rest.at(-3) as number;
    if (groups.comment !== undefined) {
      const isOfFunction = isFunctionHead(source.slice(at + token.length));
      add('comments', stripMarks(token), at, isOfFunction);
    } else if (groups.string !== undefined) {
      const area = areaOf(file, source.slice(Math.max(0, at - 60), at));
      if (area && /\S\s+\w/.test(token)) add(area, token.slice(1, -1), at);
    }
    return token.replaceAll(/[^\n]/g, '_').replaceAll('_', ' ');
  });
  if (file.endsWith('.tsx')) {
    for (const { 0: text, index } of code.matchAll(JSX)) {
      if (/\b(?:export|function|const|return)\b/.test(text)) continue;
      const blank = /^\s*/.exec(text)?.[0].length ?? 0;
      add('ui', text.trim(), index + blank);
    }
  }
  return texts;
}

/** Finds the area of a string literal from the code before it; null for the data of tests. */
function areaOf(file: string, before: string): Area | null {
  if (file.startsWith('test/')) return TITLE.test(before) ? 'titles' : null;
  return file.startsWith('web/') ? 'ui' : 'messages';
}

/** Removes the comment characters, but keeps every line, so that line numbers stay right. */
const stripMarks = (comment: string): string =>
  comment.replaceAll(/^[ \t]*(?:\/\*+|\*(?!\/)|\/\/)[ \t]?/gm, '').replace(/[ \t]*\*\/$/, '');

const countLines = (source: string, at: number): number => {
  let lines = 1;
  for (let from = source.indexOf('\n'); from >= 0 && from < at; lines += 1) {
    from = source.indexOf('\n', from + 1);
  }
  return lines;
};

/** Finds all uses of the patterns in a text. */
export function findHits({ file, line, area, text, isOfFunction }: Text): Hit[] {
  return Object.entries(PATTERNS).flatMap(([pattern, words]) =>
    isDrawn(file, pattern) || (pattern === NO_VERB && !isOfFunction)
      ? []
      : [...text.matchAll(words)].map(({ index }) => ({
          place: `${file}:${line + countLines(text, index) - 1}`,
          area,
          pattern,
          text: lineAt(text, index),
        })),
  );
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? undefined : end).trim();
}

const keyOf = ({ pattern, area }: Hit): string => `${pattern} in ${area}`;

/** Counts the hits by pattern and area. Every pattern gets a row. */
export function countHits(hits: readonly Hit[]): Counts {
  const counts = Object.fromEntries(
    Object.keys(PATTERNS).flatMap((pattern) => AREAS.map((area) => [`${pattern} in ${area}`, 0])),
  );
  for (const hit of hits) counts[keyOf(hit)] = (counts[keyOf(hit)] ?? 0) + 1;
  return counts;
}

/** Maximum number of places to show. Hits in edited files come first. */
const MOST_SHOWN = 20;

/**
 * Lists the counts above their limits, each with its hits.
 * @param changed edited files, whose hits come first
 */
export function findRaised(hits: readonly Hit[], limits: Counts, changed: readonly string[] = []) {
  const isChanged = ({ place }: Hit) => changed.includes(place.slice(0, place.lastIndexOf(':')));
  return Object.entries(countHits(hits)).flatMap(([key, count]) => {
    const limit = limits[key] ?? 0;
    if (count <= limit) return [];
    const found = hits.filter((hit) => keyOf(hit) === key);
    const ordered = [...found.filter(isChanged), ...found.filter((hit) => !isChanged(hit))];
    return [
      `"${key}": ${count} uses, limit ${limit}. WRITING.md lists the words to use.`,
      ...ordered.slice(0, MOST_SHOWN).map(({ place, text }) => `  ${place}: ${text}`),
    ];
  });
}

/** Lists the counts below their limits. */
export const findLowered = (hits: readonly Hit[], limits: Counts): string[] =>
  Object.entries(countHits(hits))
    .filter(([key, count]) => count < (limits[key] ?? 0))
    .map(([key, count]) => `"${key}": ${count} uses, limit ${limits[key]}`);
