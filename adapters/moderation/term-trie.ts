import { kindAt, SEPARATOR, LETTER } from './characters.js';
import { SLICE_STEPS, type Sliced } from './slices.js';

/**
 * Terms by their characters. A search walks it from each place where a term can begin, so it does
 * not depend on how many terms there are, and no walk is longer than the longest term.
 */
interface Node {
  readonly next: Map<number, Node>;
  /** Behind one or more separators. */
  gap: Node | null;
  /** The term that ends here. */
  whole: Ending | null;
  /** The term that goes on with any letters. */
  open: Ending | null;
}

interface Ending {
  /** The lists that hold the term, as bits. */
  lists: number;
  /** Its place among the terms. */
  order: number;
}

/** A tree, and the kinds of characters that may not stand right before and after its terms. */
interface Tree {
  readonly root: Node;
  readonly notBefore: number;
  readonly notAfter: number;
}
export type Trie = readonly Tree[];

/** One term as the trie holds it. */
export interface TrieTerm {
  /** As texts are read, which is folded or in lower case. */
  readonly text: string;
  readonly lists: number;
  /** Whether any letters may follow. */
  readonly open: boolean;
  /** Whether a space or hyphen of it stands for any separators. */
  readonly spaced: boolean;
  readonly notBefore: number;
  readonly notAfter: number;
}

const createNode = (): Node => ({ next: new Map(), gap: null, whole: null, open: null });

/** Makes a trie; the order of the terms decides between those that begin at the same place. */
export function createTrie(terms: readonly TrieTerm[]): Trie {
  const trees: Tree[] = [];
  for (const [order, term] of terms.entries()) {
    const { notBefore, notAfter, lists } = term;
    let tree = trees.find((one) => one.notBefore === notBefore && one.notAfter === notAfter);
    if (!tree) trees.push((tree = { root: createNode(), notBefore, notAfter }));
    const end = grow(tree.root, term);
    const place = term.open ? 'open' : 'whole';
    const ending = (end[place] ??= { lists: 0, order });
    ending.lists |= lists;
  }
  return trees;
}

function grow(root: Node, { text, spaced }: TrieTerm): Node {
  let node = root;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (spaced && (text[at] === ' ' || text[at] === '-')) {
      node = node.gap ??= createNode();
      continue;
    }
    const next = node.next.get(unit) ?? createNode();
    node.next.set(unit, next);
    node = next;
  }
  return node;
}

/** What was found. One is made for a search, because it looks at every place of a text. */
class Hit {
  lists = 0;
  /** Of the first of the terms that begin here. */
  order = Infinity;
  end = 0;
  steps = 0;

  forget(): void {
    this.order = Infinity;
    this.end = 0;
  }

  add({ lists, order }: Ending, end: number): void {
    this.lists |= lists;
    if (order >= this.order) return;
    this.order = order;
    this.end = end;
  }
}

function lookAt(trie: Trie, text: string, at: number, hit: Hit): void {
  hit.steps += 1;
  for (const tree of trie) {
    if (tree.root.next.has(text.charCodeAt(at)) && !(kindAt(text, at - 1) & tree.notBefore)) {
      walk(tree, text, at, hit);
    }
  }
}

function walk({ root, notAfter }: Tree, text: string, from: number, hit: Hit): void {
  let node: Node | undefined = root;
  let at = from;
  while (node) {
    hit.steps += 1;
    if (node.whole && !(kindAt(text, at) & notAfter)) hit.add(node.whole, at);
    if (node.open) hit.add(node.open, skip(text, at, LETTER, hit));
    if (node.gap && kindAt(text, at) & SEPARATOR) {
      at = skip(text, at, SEPARATOR, hit);
      node = node.gap;
    } else {
      node = node.next.get(text.charCodeAt(at));
      at += 1;
    }
  }
}

/** Where the characters of a kind end. */
function skip(text: string, from: number, kind: number, hit: Hit): number {
  let at = from;
  while (kindAt(text, at) & kind) at += 1;
  hit.steps += at - from;
  return at;
}

/** What a search has found in a whole text. */
export interface Findings {
  /** The lists of all terms, as bits. */
  readonly lists: number;
  /** The place of the first of the terms among all terms; Infinity without any. */
  readonly order: number;
}

/** Finds all terms of a text. */
export function* findTerms(trie: Trie, text: string): Sliced<Findings> {
  const hit = new Hit();
  for (let at = 0; at < text.length; at += 1) {
    lookAt(trie, text, at, hit);
    if (hit.steps < SLICE_STEPS) continue;
    yield hit.steps;
    hit.steps = 0;
  }
  yield hit.steps;
  return { lists: hit.lists, order: hit.order };
}

/** Lists the terms of a text from its start to its end; none overlaps the one before. */
export function* matchTerms(trie: Trie, text: string): Sliced<readonly [number, number][]> {
  const found: [from: number, to: number][] = [];
  const hit = new Hit();
  for (let at = 0; at < text.length;) {
    hit.forget();
    lookAt(trie, text, at, hit);
    if (hit.order < Infinity) found.push([at, hit.end]);
    at = Math.max(at + 1, hit.end);
    if (hit.steps < SLICE_STEPS) continue;
    yield hit.steps;
    hit.steps = 0;
  }
  yield hit.steps;
  return found;
}

/** Splits a text into phrases at its commas. */
export const splitPhrases = (text: string): string[] =>
  text.split(',').map((phrase) => phrase.trim());
