/**
 * Divides the pixels of a grid between two sides at the least cost: a maximum flow from the one side
 * to the other, found with the two search trees of Boykov and Kolmogorov.
 */

/** Steps to the eight neighbours; the opposite of step `s` is `s ^ 1`. */
export const STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const;
const COUNT = STEPS.length;

/** Values of a parent that are not a step. */
const ROOT = COUNT;
const ORPHAN = COUNT + 1;

const FREE = 0;
const KEPT = 1;

/** A grid with whole costs. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  /** Each pixel's pull: positive towards the kept side, negative towards the other. */
  readonly pulls: Int32Array;
  /** Cost to separate a pixel from each neighbour, in the order of `STEPS`. */
  readonly links: Int32Array;
}

interface Forest extends Grid {
  readonly tree: Uint8Array;
  readonly parent: Uint8Array;
  readonly moves: readonly number[];
  readonly active: number[];
  readonly orphans: number[];
}

const isInside = ({ width, height }: Grid, at: number, step: number): boolean => {
  const [dx, dy] = STEPS[step] ?? [0, 0];
  const [x, y] = [(at % width) + dx, Math.floor(at / width) + dy];
  return x >= 0 && x < width && y >= 0 && y < height;
};

/** Removes the links that leave the grid. */
function closeBorder(grid: Grid): Int32Array {
  const { width, height } = grid;
  const links = Int32Array.from(grid.links);
  const close = (at: number) => {
    for (let step = 0; step < COUNT; step += 1) {
      if (!isInside(grid, at, step)) links[COUNT * at + step] = 0;
    }
  };
  for (let x = 0; x < width; x += 1) [x, width * (height - 1) + x].forEach(close);
  for (let y = 0; y < height; y += 1) [y * width, y * width + width - 1].forEach(close);
  return links;
}

/** Plants a tree at every pixel with a pull. */
function plant(grid: Grid): Forest {
  const { width, pulls } = grid;
  const tree = pulls.map((pull) => (pull > 0 ? KEPT : pull < 0 ? 2 : FREE));
  const active: number[] = [];
  tree.forEach((side, at) => {
    if (side !== FREE) active.push(at);
  });
  return {
    ...grid,
    links: closeBorder(grid),
    pulls: Int32Array.from(pulls),
    tree: Uint8Array.from(tree),
    parent: new Uint8Array(tree.length).fill(ROOT),
    moves: STEPS.map(([dx, dy]) => dx + dy * width),
    active,
    orphans: [],
  };
}

/** Returns the index of the link that carries flow between a pixel and its neighbour in a tree. */
const linkOf = ({ tree, moves }: Forest, at: number, step: number, towards: boolean): number =>
  (tree[at] === KEPT) === towards
    ? COUNT * at + step
    : COUNT * (at + (moves[step] ?? 0)) + (step ^ 1);

/** Grows the tree of a pixel; returns the step to a pixel of the other tree, or -1. */
function grow(forest: Forest, at: number): number {
  const { tree, parent, moves, links, active } = forest;
  for (let step = 0; step < COUNT; step += 1) {
    if ((links[linkOf(forest, at, step, true)] ?? 0) <= 0) continue;
    const next = at + (moves[step] ?? 0);
    if (tree[next] === FREE) {
      tree[next] = tree[at] ?? FREE;
      parent[next] = step ^ 1;
      active.push(next);
    } else if (tree[next] !== tree[at]) return step;
  }
  return -1;
}

/** Visits the links from a pixel to its root; returns the root. */
function climb(forest: Forest, from: number, visit: (link: number, at: number) => void): number {
  const { parent, moves } = forest;
  let at = from;
  for (let step = parent[at] ?? ROOT; step < ROOT; step = parent[at] ?? ROOT) {
    visit(linkOf(forest, at, step, false), at);
    at += moves[step] ?? 0;
  }
  return at;
}

/** Sends as much flow as possible along the path that two trees have found. */
function augment(forest: Forest, at: number, step: number): void {
  const { tree, parent, moves, links, pulls, orphans } = forest;
  const next = at + (moves[step] ?? 0);
  const meeting = linkOf(forest, at, step, true);
  let most = links[meeting] ?? 0;
  const limit = (link: number) => (most = Math.min(most, links[link] ?? 0));
  const roots = [at, next].map((end) => climb(forest, end, limit));
  for (const root of roots) most = Math.min(most, Math.abs(pulls[root] ?? 0));
  const send = (link: number) => {
    const [from, way] = [Math.floor(link / COUNT), link % COUNT];
    const back = COUNT * (from + (moves[way] ?? 0)) + (way ^ 1);
    links[link] = (links[link] ?? 0) - most;
    links[back] = (links[back] ?? 0) + most;
  };
  send(meeting);
  for (const end of [at, next]) {
    climb(forest, end, (link, child) => {
      send(link);
      if (links[link] === 0) orphans.push(child);
    });
  }
  for (const root of roots) {
    pulls[root] = (pulls[root] ?? 0) - (tree[root] === KEPT ? most : -most);
    if (pulls[root] === 0) orphans.push(root);
  }
  for (const orphan of orphans) parent[orphan] = ORPHAN;
}

/** Returns whether a pixel is connected to a root. */
function isRooted({ parent, moves }: Forest, from: number): boolean {
  let at = from;
  while ((parent[at] ?? ORPHAN) < ROOT) at += moves[parent[at] ?? 0] ?? 0;
  return parent[at] === ROOT;
}

/** Finds a new parent for each orphan, or frees it and makes its children orphans. */
function adopt(forest: Forest): void {
  const { tree, parent, moves, links, active, orphans } = forest;
  for (let at = orphans.pop(); at !== undefined; at = orphans.pop()) {
    const siblings: number[] = [];
    for (let step = 0; step < COUNT; step += 1) {
      const next = at + (moves[step] ?? 0);
      if (tree[next] === tree[at] && isInside(forest, at, step)) siblings.push(step);
    }
    const able = siblings.filter((step) => (links[linkOf(forest, at, step, false)] ?? 0) > 0);
    const found = able.find((step) => isRooted(forest, at + (moves[step] ?? 0)));
    if (found !== undefined) {
      parent[at] = found;
      continue;
    }
    for (const step of able) active.push(at + (moves[step] ?? 0));
    for (const step of siblings) {
      const next = at + (moves[step] ?? 0);
      if (parent[next] !== (step ^ 1)) continue;
      parent[next] = ORPHAN;
      orphans.push(next);
    }
    tree[at] = FREE;
    parent[at] = ROOT;
  }
}

/** Returns 1 for each pixel on the kept side of the cheapest cut, and 0 for the others. */
export function cutGrid(grid: Grid): Uint8Array {
  const forest = plant(grid);
  const { tree, active } = forest;
  for (let read = 0; read < active.length; read += 1) {
    const at = active[read] ?? 0;
    while (tree[at] !== FREE) {
      const step = grow(forest, at);
      if (step < 0) break;
      augment(forest, at, step);
      adopt(forest);
    }
  }
  return Uint8Array.from(tree, (side) => (side === KEPT ? 1 : 0));
}
