import { readKindAt, SEPARATOR, LETTER } from './characters.js';
import { SLICE_STEPS, type SlicedWork } from './slices.js';

/**
 * A trie of terms. A search walks it from each index where a term can begin, so its time does not
 * depend on the number of terms, and no walk is longer than the longest term.
 */
interface Node {
  readonly next: Map<number, Node>;
  /** The node after one or more separators. */
  gap: Node | null;
  /** The term that ends at this node. */
  whole: TermEnd | null;
  /** The term that ends at this node and accepts any further letters. */
  open: TermEnd | null;
}

interface TermEnd {
  /** The lists that contain the term, as bits. */
  lists: number;
  /** The term's index among all terms. */
  order: number;
}

/** A tree, and the kinds of characters that must not be directly before and after its terms. */
interface Tree {
  readonly root: Node;
  readonly notBefore: number;
  readonly notAfter: number;
}
export type Trie = readonly Tree[];

/** One term of the trie. */
export interface TrieTerm {
  /** The term in the form of the searched texts: folded or in lower case. */
  readonly text: string;
  readonly lists: number;
  /** Whether any letters may follow the term. */
  readonly open: boolean;
  /** Whether a space or hyphen in the term matches any separators. */
  readonly spaced: boolean;
  readonly notBefore: number;
  readonly notAfter: number;
}

const createNode = (): Node => ({ next: new Map(), gap: null, whole: null, open: null });

/** Creates a trie; the terms' order decides between terms that begin at the same index. */
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

/** The result of a search. One object is reused for all indexes of a text. */
class TermMatch {
  lists = 0;
  /** The lowest number, in the list of terms, of a term found at this index of the text. */
  order = Infinity;
  end = 0;
  steps = 0;

  forget(): void {
    this.order = Infinity;
    this.end = 0;
  }

  add({ lists, order }: TermEnd, end: number): void {
    this.lists |= lists;
    if (order >= this.order) return;
    this.order = order;
    this.end = end;
  }
}

function matchTermsAt(trie: Trie, text: string, at: number, hit: TermMatch): void {
  hit.steps += 1;
  for (const tree of trie) {
    if (tree.root.next.has(text.charCodeAt(at)) && !(readKindAt(text, at - 1) & tree.notBefore)) {
      walk(tree, text, at, hit);
    }
  }
}

function walk({ root, notAfter }: Tree, text: string, from: number, hit: TermMatch): void {
  let node: Node | undefined = root;
  let at = from;
  while (node) {
    hit.steps += 1;
    if (node.whole && !(readKindAt(text, at) & notAfter)) hit.add(node.whole, at);
    if (node.open) hit.add(node.open, skip(text, at, LETTER, hit));
    if (node.gap && readKindAt(text, at) & SEPARATOR) {
      at = skip(text, at, SEPARATOR, hit);
      node = node.gap;
    } else {
      node = node.next.get(text.charCodeAt(at));
      at += 1;
    }
  }
}

/** Finds the end of consecutive characters of one kind. */
function skip(text: string, from: number, kind: number, hit: TermMatch): number {
  let at = from;
  while (readKindAt(text, at) & kind) at += 1;
  hit.steps += at - from;
  return at;
}

/** The result of searching a whole text. */
export interface TermFindings {
  /** The lists of all found terms, as bits. */
  readonly lists: number;
  /** The lowest index of a found term among all terms; Infinity if no term was found. */
  readonly order: number;
}

/** Finds all terms in a text. */
export function* findTerms(trie: Trie, text: string): SlicedWork<TermFindings> {
  const hit = new TermMatch();
  for (let at = 0; at < text.length; at += 1) {
    matchTermsAt(trie, text, at, hit);
    if (hit.steps < SLICE_STEPS) continue;
    yield hit.steps;
    hit.steps = 0;
  }
  yield hit.steps;
  return { lists: hit.lists, order: hit.order };
}

/** Lists the terms in a text from start to end, without overlaps. */
export function* matchTerms(trie: Trie, text: string): SlicedWork<readonly [number, number][]> {
  const found: [from: number, to: number][] = [];
  const hit = new TermMatch();
  for (let at = 0; at < text.length;) {
    hit.forget();
    matchTermsAt(trie, text, at, hit);
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
