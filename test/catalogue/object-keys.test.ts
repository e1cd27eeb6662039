import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  buildKey,
  findContentType,
  toFileName,
  parseKey,
  parseServed,
  type ObjectKey,
} from '../../domain/catalogue/object-keys.js';
import { KIND_NAMES, OBJECT_KINDS, type ObjectKind } from '../../domain/catalogue/object-kinds.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HEX = '0123456789abcdef'.repeat(2);
const [GEN, PST, UPL, VCE] = [`gen_${HEX}`, `pst_${HEX}`, `upl_${HEX}`, `vce_${HEX}`];
const SUBJECT = 'abcdefghij234567klmn';

/** Keys that exist in installations: [key, parts, file name, content type]. */
const STORED: readonly [string, ObjectKey, string | null, string | null][] = [
  [
    `staging/${UPL}/${HEX}.mov`,
    { kind: 'staged', id: UPL, name: HEX, extension: 'mov' },
    null,
    'video/quicktime',
  ],
  [`uploads/${UPL}/${HEX}`, { kind: 'upload', id: UPL, name: HEX, extension: null }, UPL, null],
  [
    `characters/${SUBJECT}/${HEX}.webp`,
    { kind: 'character', id: SUBJECT, name: HEX, extension: 'webp' },
    `${SUBJECT}.webp`,
    'image/webp',
  ],
  [
    `products/${SUBJECT}/${HEX}.webp`,
    { kind: 'product', id: SUBJECT, name: HEX, extension: 'webp' },
    `${SUBJECT}.webp`,
    'image/webp',
  ],
  [
    `recordings/${VCE}/${HEX}.wav`,
    { kind: 'recording', id: VCE, name: HEX, extension: 'wav' },
    `${VCE}.wav`,
    'audio/wav',
  ],
  [`work/${GEN}/12`, { kind: 'asset', id: GEN, name: '12', extension: null }, null, null],
  [
    `outputs/${GEN}/${HEX}-thumb.webp`,
    { kind: 'thumbnail', id: GEN, name: HEX, extension: 'webp' },
    `${GEN}.webp`,
    'image/webp',
  ],
  [
    `outputs/${GEN}/${HEX}.webp`,
    { kind: 'output', id: GEN, name: HEX, extension: 'webp' },
    `${GEN}.webp`,
    'image/webp',
  ],
  [
    `outputs/${GEN}/${HEX}.mp4`,
    { kind: 'output', id: GEN, name: HEX, extension: 'mp4' },
    `${GEN}.mp4`,
    'video/mp4',
  ],
  [
    `posts/${PST}/${HEX}.webp`,
    { kind: 'post', id: PST, name: HEX, extension: 'webp' },
    null,
    'image/webp',
  ],
  [
    `posts/${PST}/${HEX}.mp4`,
    { kind: 'post', id: PST, name: HEX, extension: 'mp4' },
    null,
    'video/mp4',
  ],
  [
    `renditions/${PST}/${HEX}.jpg`,
    { kind: 'rendition', id: PST, name: HEX, extension: 'jpg' },
    `${PST}.jpg`,
    'image/jpeg',
  ],
  [
    `renditions/${PST}/${HEX}.mp4`,
    { kind: 'rendition', id: PST, name: HEX, extension: 'mp4' },
    `${PST}.mp4`,
    'video/mp4',
  ],
];

/**
 * Keys that this test has always required to be served, and renditions, which came later. Stored files of an
 * installation must stay available.
 */
const SERVED =
  /^(?:outputs\/(?:gen|spc)_[0-9a-f]{32}\/[A-Za-z0-9_-]{32,128}(?:(?:-thumb)?\.webp|\.(?:mp4|wav|mp3))|uploads\/upl_[0-9a-f]{32}\/[0-9a-f]{32}|(?:characters|products)\/[a-z2-7]{20}\/[0-9a-f]{32}\.webp|recordings\/vce_[0-9a-f]{32}\/[0-9a-f]{32}\.(?:wav|mp3)|renditions\/pst_[0-9a-f]{32}\/[0-9a-f]{32}\.(?:jpg|webp|mp4))$/;

/** Generates the parts of a key of a kind. Only the kind `thumbnail` has null names. */
const partsOf = (kind: ObjectKind): fc.Arbitrary<ObjectKey> => {
  const { id, name, extensions } = OBJECT_KINDS[kind];
  const parts = fc.record({
    kind: fc.constant(kind),
    id: fc.stringMatching(new RegExp(`^${id}$`)),
    name: fc.stringMatching(new RegExp(`^${name}$`)).filter((one) => !one.endsWith('-thumb')),
    extension: fc.constantFrom(...extensions),
  });
  return parts as fc.Arbitrary<ObjectKey>;
};
const keysOf = (kinds: readonly ObjectKind[]) => fc.oneof(...kinds.map(partsOf)).map(buildKey);
const keys = keysOf(KIND_NAMES);

const PREFIXES = KIND_NAMES.map((kind) => OBJECT_KINDS[kind].prefix);
const TRAVERSALS = ['..', '/..', '../', '/../', '//', '%2f', '%2F', '%2e%2e', '%2e%2e%2f', '\\'];
const ENDINGS = ['-thumb', '.webp', '.mp4', '.jpg', '.png'];
const LETTERS = [
  '',
  '/',
  '.',
  '-',
  '_',
  '0',
  '7',
  'a',
  'f',
  'g',
  'A',
  '?',
  '#',
  ' ',
  '\n',
  '\0',
  'é',
];
const PIECES = [PREFIXES, TRAVERSALS, ENDINGS, LETTERS].flat();

/** Inserts a piece into a text at a position, replacing some characters. */
const put = (key: string, at: number, piece: string, over = 0): string => {
  const start = at % (key.length + 1);
  return key.slice(0, start) + piece + key.slice(start + over);
};
const mutations = (of: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(of, fc.array(fc.tuple(fc.nat(300), fc.constantFrom(...PIECES), fc.nat(8))))
    .map(([key, edits]) => edits.reduce((text, [at, ...edit]) => put(text, at, ...edit), key));
/** Generates a key of one kind under the prefix of another kind. */
const swapped = fc
  .tuple(keys, fc.constantFrom(...PREFIXES))
  .map(([key, prefix]) => key.replace(/^[^/]*\//, prefix));
/** Generates a key with another character in place of a slash or a dot. */
const unseparated = fc
  .tuple(keys, fc.constantFrom('/', '.', '', '//', '-', '_', '0', 'a', '%2f', '%2e'), fc.nat(2))
  .map(([key, other, nth]) => {
    let seen = 0;
    return key.replace(/[/.]/g, (mark) => (seen++ === nth ? other : mark));
  });
/** Generates a key with a longer name, which may be too long. */
const longer = fc
  .tuple(keys, fc.integer({ min: 1, max: 130 }))
  .map(([key, by]) => key.replace(/\/(?=[^/]*$)/, `/${'a'.repeat(by)}`));
const odd = fc.oneof(mutations(keys), swapped, unseparated, longer);
const texts = fc.oneof(keys, odd, fc.string({ unit: 'binary' }));

const many = { numRuns: 2_000 };

describe('object keys', () => {
  for (const [key, parts, fileName, contentType] of STORED) {
    it(`keep their exact bytes: ${parts.kind}, ${parts.extension ?? 'no extension'}`, () => {
      expect(buildKey(parts)).to.equal(key);
      expect(parseKey(key)).to.deep.equal(parts);
      expect(toFileName(key)).to.equal(fileName);
      expect(findContentType(parts)).to.equal(contentType);
      expect(parseServed(key) !== null).to.equal(SERVED.test(key));
    });
  }

  for (const kind of KIND_NAMES) {
    it(`parse back into their parts, with the id as the second part: ${kind}`, () => {
      fc.assert(
        fc.property(partsOf(kind), (parts) => {
          const key = buildKey(parts);
          expect(parseKey(key)).to.deep.equal(parts);
          expect(key.split('/')[1], 'the id that SQL reads from a key').to.equal(parts.id);
        }),
      );
    });
  }

  it('are rebuilt from their parts as the same text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parts = parseKey(text);
        if (parts) expect(buildKey(parts)).to.equal(text);
      }),
      many,
    );
  });

  it('are served only if their kind is served, under the same file name', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const [, id = '', rest = ''] = text.split('/');
        const ending = /\.[a-z0-9]+$/.exec(rest)?.[0] ?? '';
        expect(toFileName(text)).to.equal(SERVED.test(text) ? `${id}${ending}` : null);
      }),
      many,
    );
  });

  it('are never served under the prefix of a kind that is not served', () => {
    const kinds = KIND_NAMES.filter((kind) => !OBJECT_KINDS[kind].served);
    expect(kinds).to.deep.equal(['staged', 'asset', 'post']);
    const behind = fc.oneof(
      texts,
      texts.map((text) => text.replace(/^[^/]*\//, '')),
    );
    const prefixes = fc.constantFrom(...kinds.map((kind) => OBJECT_KINDS[kind].prefix));
    const below = fc.tuple(prefixes, behind).map((parts) => parts.join(''));
    fc.assert(
      fc.property(below, (text) => {
        expect([parseServed(text), toFileName(text)]).to.deep.equal([null, null]);
      }),
      many,
    );
  });

  it('are invalid with a path traversal at any position', () => {
    fc.assert(
      fc.property(keys, fc.nat(300), fc.constantFrom(...TRAVERSALS), (key, at, traversal) => {
        expect(parseKey(put(key, at, traversal))).to.equal(null);
      }),
      many,
    );
  });

  it('are invalid with a slash as %2F or a letter as %xx', () => {
    const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
    fc.assert(
      fc.property(keys, fc.nat(300), (key, at) => {
        expect(parseKey(encodeURIComponent(key))).to.equal(null);
        const letter = key[at % key.length] ?? '';
        expect(parseKey(put(key, at % key.length, encoded(letter), 1))).to.equal(null);
      }),
      many,
    );
  });

  it('cannot be built from parts that would not parse back', () => {
    const wrong: readonly ObjectKey[] = [
      { kind: 'staged', id: `../uploads/${UPL}`, name: HEX, extension: 'png' },
      { kind: 'upload', id: UPL, name: `${HEX}/${HEX}`, extension: null },
      { kind: 'upload', id: GEN, name: HEX, extension: null },
      { kind: 'asset', id: GEN, name: '0', extension: null },
      { kind: 'asset', id: GEN, name: '../1', extension: null },
      { kind: 'output', id: GEN, name: 'short', extension: 'webp' },
      { kind: 'post', id: GEN, name: HEX, extension: 'webp' },
      { kind: 'rendition', id: PST, name: '1', extension: 'jpg' },
      { kind: 'output', id: GEN, name: `${HEX}-thumb`, extension: 'webp' },
    ];
    for (const parts of wrong) {
      expect(() => buildKey(parts), JSON.stringify(parts)).to.throw(TypeError, parts.kind);
    }
  });
});

describe('object key prefixes', () => {
  it('are distinct, so that a sweep of one kind lists only that kind', () => {
    const shared = PREFIXES.filter((one, at) => PREFIXES.indexOf(one) !== at);
    expect(shared, 'shared prefixes, whose kinds are not swept').to.deep.equal(['outputs/']);
    for (const one of PREFIXES) expect(one).to.match(/^[a-z]+\/$/);
    for (const used of ['presets/', 'voices/'])
      expect(PREFIXES, 'files made on request use this prefix').to.not.include(used);
  });

  it('appear in only one source file', async () => {
    const words = PREFIXES.map((prefix) => prefix.slice(0, -1)).join('|');
    // Excludes folders of imports and of other paths, such as `../uploads/` and `/v1/uploads/`.
    const known = new RegExp(`(?:(?<![\\w./-])|media/)(?:${words})\\\\?/`);
    const rooms = '{activities,adapters,api,bench,cli,domain,entities,runtime,supervisor,workers}';
    const found: string[] = [];
    for await (const file of glob(`${rooms}/**/*.ts`, { cwd: ROOT })) {
      if (known.test(await readFile(`${ROOT}${file}`, 'utf8'))) found.push(file);
    }
    expect(found).to.deep.equal(['domain/catalogue/object-kinds.ts']);
  });
});
