import { findNameEnd, type NameSet } from './name-sets.js';

/** The characters allowed in one label of a domain. */
interface PartRule {
  /** Characters allowed inside a label. */
  readonly inside: RegExp;
  /** Characters that a label may begin or end with. */
  readonly edge: RegExp;
}

const LATIN =
  'a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\xFF\\u0100-\\u024F\\u0253\\u0254\\u0256\\u0257\\u0259\\u025B\\u0263\\u0268\\u026F\\u0272\\u0289\\u028B\\u02BB\\u0300-\\u036F\\u1E00-\\u1EFF';
const PUNCTUATION = "!'#%&()*+,\\\\./:;<=>?@\\[\\]^{|}~$";
const SPACES =
  '\\x09-\\x0D\\x20\\x85\\xA0\\u1680\\u180E\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000';
const UNSEEN =
  '\\uFFFE\\uFEFF\\uFFFF\\u202A-\\u202E\\u061C\\u200E\\u200F\\u2066\\u2067\\u2068\\u2069';

/** Latin letters, for the other regular expressions that match links. */
export const LATIN_LETTERS = LATIN;

/** Any script. Every label except the last but one may contain an underscore. */
export const ANY_PARTS: PartRule = {
  inside: new RegExp(`[^${PUNCTUATION}${SPACES}${UNSEEN}]`),
  edge: new RegExp(`[^${PUNCTUATION}${SPACES}${UNSEEN}_-]`),
};

/** Labels of Latin letters and digits. */
export const LATIN_PARTS: PartRule = {
  inside: new RegExp(`[-0-9${LATIN}]`, 'i'),
  edge: new RegExp(`[-0-9${LATIN}]`, 'i'),
};

/**
 * Finds, for every position in a text, the end of the longest domain that begins there, or -1. Runs
 * from right to left in linear time: searching from each position takes 0.2 s for 5,000 characters
 * of `日.日.`.
 */
export function findDomainEnds(text: string, { inside, edge }: PartRule, names: NameSet) {
  const { length } = text;
  const ends = new Int32Array(length + 1).fill(-1);
  const edges = Uint8Array.from({ length }, (_, at) => Number(edge.test(text.charAt(at))));
  let partEnd = length;
  let underscore = length;
  let nameEnd = -1;
  for (let at = length - 1; at >= 0; at -= 1) {
    const sign = text.charAt(at);
    if (sign === '_') underscore = at;
    if (!inside.test(sign)) {
      partEnd = at;
      nameEnd = sign === '.' ? findNameEnd(text, at + 1, names) : -1;
      continue;
    }
    if (text.charAt(partEnd) !== '.' || !edges[at] || !edges[partEnd - 1]) continue;
    const further = ends[partEnd + 1] ?? -1;
    if (further >= 0) ends[at] = further;
    else if (underscore > partEnd) ends[at] = nameEnd;
  }
  return ends;
}
