import fc from 'fast-check';
import { LATIN_NAMES, OTHER_NAMES } from '../../domain/captions/top-level-domains.js';

const FAMILY = '👨‍👩‍👧‍👦';

/** Pieces that form links, names and characters with special counting rules when they are combined. */
const PIECES = [
  `a Z com .com a.com x.ai http:// https:// HTTP:// t.co/ www. . .. - _ / ( ) (a) (b(c)) ? ?q=1 & =
  # @ ~ 日 日本 。 .みんな .한국 xn-- .xn--p1ai 😀 ${FAMILY} 🏳️‍🌈 👍🏽 🇩🇪 1️⃣ ❤️ 🧑‍🦰 🫠 é e\u0301 שּׁ ש ا ü ß :
  :8080 , ' " … – ﬀ Ａ ＠ ＃ $ | + * %20 [ ] < > \\ ſ K ς İ пример .рф @a/ /@b/ #tag @me
  https://t.co/abc vermögensberater`.split(/[ \n]+/),
  // Invisible characters and halves of surrogate pairs.
  [' ', '\n', '\u00a0', '\u3000', '\u0001', '\u200d', '\u200e', '\u202a', '\ufeff', '\ufe0f'],
  ['\ud83d', '\udc68', 'a'.repeat(30), 'あ'.repeat(12)],
].flat();
const NAMES = [...LATIN_NAMES, ...OTHER_NAMES].map((name) => `.${name}`);

const SIGNS = fc.integer({ min: 1, max: 0xffff }).map((unit) => String.fromCharCode(unit));

/** Generates texts that combine most known problems. */
export const anyText = (piecesMax: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.constantFrom(...NAMES), SIGNS), {
      maxLength: piecesMax,
      size: 'max',
    })
    .map((pieces) => pieces.join(''));

/** Texts of 5,000 characters, built to be slow or to be cut in a bad place. */
export const HARD_TEXTS: Readonly<Record<string, string>> = {
  prose: 'The quick brown fox jumps over it. '.repeat(140),
  emoji: '😀'.repeat(2_500),
  families: FAMILY.repeat(450),
  'an endless family': '👩\u200d'.repeat(1_600),
  flags: '🇩🇪'.repeat(1_250),
  'one letter with 4,999 marks': `a${'\u0301'.repeat(4_999)}`,
  'letters with marks': 'e\u0301'.repeat(2_500),
  'a.a.a.': 'a.'.repeat(2_500),
  '日.日.': '日.'.repeat(2_500),
  'a-a-': `${'a-'.repeat(2_498)}.com`,
  'links side by side': 'a.com '.repeat(833),
  'links that differ': Array.from({ length: 500 }, (_, n) => `${n}.com/`).join(' '),
  'a link that is too long': `http://a.com/${'a'.repeat(4_980)}`,
  'a link of brackets': `http://a.com/${'(a)'.repeat(1_660)}`,
  'a link of open brackets': `http://a.com/${'(a'.repeat(2_490)}`,
  'almost links': 'a.comma.'.repeat(620),
  'domains without a link': 'a.comma'.repeat(710),
  hashes: '#'.repeat(5_000),
  hashtags: '#a'.repeat(2_500),
  'one hashtag': `#${'a'.repeat(4_999)}`,
  mentions: '@a '.repeat(1_666),
  'one word': 'a'.repeat(5_000),
  Chinese: '日本語。'.repeat(1_250),
  Hebrew: 'שלום '.repeat(1_000),
  spaces: ' '.repeat(5_000),
  brackets: '<>'.repeat(2_500),
};
