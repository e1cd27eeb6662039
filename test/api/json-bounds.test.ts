import { expect } from 'chai';
import fc from 'fast-check';
import { DEPTH_MAX, JsonBounds, OTHER_BYTES_MAX, VALUES_MAX } from '../../api/json-bounds.js';

/** Parses a text in chunks of the given length. @returns the first refusal */
function read(text: string, piece = text.length): string | null {
  const bounds = new JsonBounds();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += piece) {
    const complaint = bounds.read(bytes.subarray(at, at + piece));
    if (complaint !== null) return complaint;
  }
  return null;
}

const countValues = (value: unknown): number =>
  value === null || typeof value !== 'object'
    ? 1
    : Object.values(value).reduce((sum: number, member) => sum + countValues(member), 1);

const zeros = (count: number) => `[${Array.from({ length: count }, () => 0).join(',')}]`;
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('the size check of a JSON text', () => {
  it('counts the values that a parser finds, no matter where the text is split into chunks', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        (value, piece, isSpaced) => {
          const text = JSON.stringify(value, null, isSpaced ? 2 : 0);
          // Fills the text up to the allowed number of values, or to one value more.
          const rest = VALUES_MAX - 1 - countValues(value);
          const filler = (count: number) => Array.from({ length: count }, () => 'null').join(', ');
          expect(read(`[${text}, ${filler(rest)}]`, piece)).to.equal(null);
          expect(read(`[${text}, ${filler(rest + 1)}]`, piece)).to.match(/values/);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('ignores braces, brackets and commas inside a string', () => {
    expect(read(JSON.stringify({ x: '[{,"\\\\'.repeat(20_000) }))).to.equal(null);
    expect(read(JSON.stringify('\\"'.repeat(20_000)), 3)).to.equal(null);
  });

  it(`allows ${VALUES_MAX} values and ${DEPTH_MAX} levels`, () => {
    expect(read(zeros(VALUES_MAX - 1))).to.equal(null);
    expect(read(zeros(VALUES_MAX))).to.match(/more than 10000 values/);
    expect(read(nested(DEPTH_MAX))).to.equal(null);
    expect(read(nested(DEPTH_MAX + 1))).to.match(/deeper than 32 levels/);
    expect(read(`[${Array.from({ length: 100 }, () => nested(30)).join(',')}]`)).to.equal(null);
  });

  it('allows long plain strings, and rejects other long values', () => {
    const long = 'x'.repeat(OTHER_BYTES_MAX + 1);
    expect(read(JSON.stringify({ x: long }))).to.equal(null);
    const others = [
      JSON.stringify({ [long]: 1 }),
      `{"x" : 1${' '.repeat(OTHER_BYTES_MAX)}}`,
      `[${'1'.repeat(OTHER_BYTES_MAX)}]`,
      JSON.stringify('é'.repeat(OTHER_BYTES_MAX / 2)),
      JSON.stringify('\n'.repeat(OTHER_BYTES_MAX / 2)),
    ];
    for (const text of others) expect(read(text, 65_536)).to.match(/bytes of names, numbers/);
  });
});
