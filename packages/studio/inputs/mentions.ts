/** A reference's position according to the prompt. */
export interface TagPlace {
  /** The tag's rank among the tags mentioned in the prompt, or null. */
  readonly order: number | null;
  readonly column: 'left' | 'center' | 'right' | null;
  readonly row: 'top' | 'middle' | 'bottom' | null;
  /** Whether the reference is large and behind everything. */
  readonly background: boolean;
}

type TagSpot = Omit<TagPlace, 'order'>;

const NOWHERE: TagSpot = { column: null, row: null, background: false };

/** The place of a reference that the prompt does not mention. */
export const UNMENTIONED: TagPlace = { ...NOWHERE, order: null };

/** The meaning of a word near a tag. */
const SPOTS: ReadonlyMap<string, Partial<TagSpot>> = new Map<string, Partial<TagSpot>>([
  ['left', { column: 'left' }],
  ['right', { column: 'right' }],
  ['top', { row: 'top' }],
  ['upper', { row: 'top' }],
  ['bottom', { row: 'bottom' }],
  ['lower', { row: 'bottom' }],
  ['background', { background: true }],
]);

/** Words that mean the middle in any direction that the other words leave open. */
const MIDDLE = new Set(['center', 'centre', 'middle']);

/** Words and marks that separate one item from the next: a place word has no effect across them. */
const BOUNDARY = new Set([',', ';', '.', '!', '?', '\n', 'and', 'while', 'then', 'but']);

/** Maximum number of words between a tag and its place: "@a hangs on the wall to the left". */
const REACH_WORDS = 6;

const TAG = /(?<![\p{L}\p{N}_])@[\p{L}\p{N}_]+/gu;
const TOKEN = /(?<![\p{L}\p{N}_])@[\p{L}\p{N}_]+|[\p{L}\p{N}]+|[,;.!?\n]/gu;

/** Removes the tags from a prompt, because they name pictures and are not words. */
export const withoutTags = (prompt: string): string => prompt.replace(TAG, ' ');

function findSpot(words: readonly string[]): TagSpot | null {
  const central = words.some((word) => MIDDLE.has(word));
  const said = words.flatMap((word) => SPOTS.get(word) ?? []);
  if (!central && said.length === 0) return null;
  // The first word of each kind counts: "left, not right".
  const spot: TagSpot = Object.assign({}, NOWHERE, ...said.toReversed());
  return central ? { ...spot, column: spot.column ?? 'center', row: spot.row ?? 'middle' } : spot;
}

/**
 * Splits the words between two tags: words that follow the first tag, and words that lead to the
 * second.
 */
function splitGap(
  gap: readonly string[],
): readonly [tail: TagSpot | null, head: TagSpot | null] | null {
  const first = gap.findIndex((word) => BOUNDARY.has(word));
  if (first < 0) return null;
  const last = gap.findLastIndex((word) => BOUNDARY.has(word));
  return [
    findSpot(gap.slice(0, first).slice(0, REACH_WORDS)),
    findSpot(gap.slice(last + 1).slice(-REACH_WORDS)),
  ];
}

interface Mention {
  readonly tag: string;
  spot: TagSpot | null;
}

function findMentions(prompt: string): readonly Mention[] {
  const mentions: Mention[] = [];
  let gap: string[] = [];
  // An empty tag at the end of the prompt closes the last gap.
  for (const word of [...(prompt.toLowerCase().match(TOKEN) ?? []), '@']) {
    if (!word.startsWith('@')) {
      gap.push(word);
      continue;
    }
    const before = mentions.at(-1);
    const split = splitGap(gap);
    const [tail, head] = split ?? [findSpot(gap.slice(0, REACH_WORDS)), null];
    // If there is no boundary, the words belong to the previous tag, unless its place is already
    // known.
    const led = split === null && (before === undefined || before.spot !== null);
    if (before !== undefined) before.spot ??= tail;
    mentions.push({ tag: word, spot: led ? findSpot(gap.slice(-REACH_WORDS)) : head });
    gap = [];
  }
  return mentions.slice(0, -1);
}

/** Finds each tag's place from the words near its mention, in the given order. */
export function findTagPlaces(prompt: string, tags: readonly string[]): readonly TagPlace[] {
  const mentions = findMentions(prompt);
  const order = [...new Set(mentions.map(({ tag }) => tag))];
  return tags.map((tag) => {
    const name = tag.toLowerCase();
    const rank = order.indexOf(name);
    const placed = mentions.find((mention) => mention.tag === name && mention.spot !== null);
    return { ...NOWHERE, ...placed?.spot, order: rank < 0 ? null : rank };
  });
}
