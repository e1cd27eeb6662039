import { expect } from 'chai';
import fc from 'fast-check';
import { decodeCursor, encodeCursor } from '../../domain/contract/cursor.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { createId } from '../../domain/contract/ids.js';

const cursors = fc.record({
  createdAtMs: fc.integer({ min: 0, max: 99_999_999_999_999 }),
  id: fc.oneof(
    fc.stringMatching(/^[a-z]{3}_[0-9a-f]{32}$/),
    // Ids of upload boxes, then ids of characters and products.
    fc.stringMatching(/^[a-z]{3}_[0-9a-f]{24}$/),
    fc.stringMatching(/^[a-z2-7]{20}$/),
  ),
});

/** Whether a text is refused with a validation error that names the parameter. */
function refused(text: string): boolean {
  try {
    decodeCursor(text);
    return false;
  } catch (error) {
    expect(error).to.be.instanceOf(Refusal).and.include({ code: 'VALIDATION_ERROR', status: 400 });
    const { issues } = (error as Refusal).details as { issues: { path: string }[] };
    expect(issues.map(({ path }) => path)).to.deep.equal(['query.cursor']);
    return true;
  }
}

describe('list cursors', () => {
  it('decode to the encoded value', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(decodeCursor(encodeCursor(cursor))).to.deep.equal(cursor);
      }),
    );
  });

  it('are short, and do not need escaping in a query', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(encodeCursor(cursor)).to.match(/^[A-Za-z0-9_-]{1,200}$/);
      }),
    );
  });

  it('reject any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(refused(text)).to.equal(true);
      }),
    );
  });

  it('decode differently or are rejected when one character changes', () => {
    const text = encodeCursor({ createdAtMs: Date.now(), id: createId('gen') });
    const alphabet =
      'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ %\n'.split('');
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...alphabet), (at, character) => {
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        if (!refused(changed)) expect(encodeCursor(decodeCursor(changed))).to.equal(changed);
      }),
    );
  });

  const id = `gen_${'0'.repeat(32)}`;
  const raw = (text: string) => Buffer.from(text).toString('base64url');
  for (const [what, text] of [
    ['an empty text', ''],
    ['only an id', raw(id)],
    ['only a time', raw('1700000000000')],
    ['a negative time', raw(`-1.${id}`)],
    ['a time that is not a number', raw(`now.${id}`)],
    ['a time with too many digits', raw(`${'9'.repeat(15)}.${id}`)],
    ['a time with a leading zero', raw(`01.${id}`)],
    ['an id in another format', raw("1.gen_' OR 1=1 --")],
    ['text after the id', raw(`1.${id} `)],
    ['a line break after the id', raw(`1.${id}\n`)],
    ['a cursor with characters that base64 skips', `${raw(`1.${id}`)}!`],
    ['a cursor with a space in the middle', raw(`1.${id}`).replace(/^(.{8})/, '$1 ')],
  ] as const) {
    it(`reject ${what}`, () => expect(refused(text)).to.equal(true));
  }
});
