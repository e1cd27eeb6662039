import { expect } from 'chai';
import { placePrints } from '../inputs/layout.js';
import { findTagPlaces, withoutTags } from '../inputs/mentions.js';

const TAGS = ['@a', '@b', '@c'];

/**
 * Describes places as short texts: `0 left top`, `1 background`, or `-` if the prompt does not
 * mention the tag.
 */
const describeMentions = (prompt: string): readonly string[] =>
  findTagPlaces(prompt, TAGS).map(({ order, column, row, background }) =>
    [order ?? '-', column, row, background ? 'background' : null]
      .filter((part) => part !== null)
      .join(' '),
  );

describe('tags in a prompt', () => {
  const rows: readonly (readonly [prompt: string, places: readonly string[]])[] = [
    ['a fox', ['-', '-', '-']],
    ['@b next to @a', ['1', '0', '-']],
    ['@a on the left, @b on the right', ['0 left', '1 right', '-']],
    ['@a on the left and @b on the right', ['0 left', '1 right', '-']],
    ['on the left @a and on the right @b', ['0 left', '1 right', '-']],
    ['left @a right @b', ['0 left', '1 right', '-']],
    ['@a left @b right', ['0 left', '1 right', '-']],
    ['to the right stands @c; @a at the top left', ['1 left top', '-', '0 right']],
    ['@a in the center', ['0 center middle', '-', '-']],
    ['@a at the top center', ['0 center top', '-', '-']],
    ['@a in the middle, bottom left @b', ['0 center middle', '1 left bottom', '-']],
    ['with @c as the background', ['-', '-', '0 background']],
    ['@A at the bottom', ['0 bottom', '-', '-']],
    ['turn left. @a then sits down', ['0', '-', '-']],
    ['mail me@a.example on the left', ['-', '-', '-']],
    ['@ab on the left', ['-', '-', '-']],
    ['@a and, on the left, again @a', ['0', '-', '-']],
    ['@a walks and later @a is on the left', ['0 left', '-', '-']],
  ];
  for (const [prompt, places] of rows) {
    it(`are found with their places in "${prompt}": ${places.join(' | ')}`, () => {
      expect(describeMentions(prompt)).to.deep.equal(places);
    });
  }

  it('do not count as words of the prompt', () => {
    expect(withoutTags('@fox, and @red_2 in snow').match(/\w+/g)).to.deep.equal([
      'and',
      'in',
      'snow',
    ]);
  });
});

describe('reference prints on a picture', () => {
  for (const [width, height] of [
    [1584, 672],
    [1024, 1024],
    [768, 1376],
  ] as const) {
    it(`do not overlap and stay inside a picture of ${width} x ${height}`, () => {
      const prompts = [
        'nothing',
        '@1 @2 @3 @4 @5 @6',
        '@1 left @2 left @3 left @4 left @5 left @6 left',
        '@1 at the top, @2 in the middle, @3 at the bottom, @4 at the bottom',
      ];
      for (const prompt of prompts) {
        const places = findTagPlaces(prompt, ['@1', '@2', '@3', '@4', '@5', '@6']);
        const wanted = places.map((place, at) => ({
          place,
          aspect: [0.3, 1, 2.5][at % 3] ?? 1,
          isCut: at === 0,
        }));
        const boxes = placePrints(wanted, {
          left: 0,
          width,
          height,
          openRow: 'middle',
          size: 0.44,
        }).flatMap((box) => box ?? []);
        expect(boxes).to.have.length(6);
        for (const [at, one] of boxes.entries()) {
          expect(one.x, prompt).to.be.at.least(0);
          expect(one.y, prompt).to.be.at.least(0);
          expect(one.x + one.width, prompt).to.be.at.most(width);
          expect(one.y + one.height, prompt).to.be.at.most(height);
          for (const other of boxes.slice(at + 1)) {
            const apart =
              one.x + one.width <= other.x + 0.01 ||
              other.x + other.width <= one.x + 0.01 ||
              one.y + one.height <= other.y + 0.01 ||
              other.y + other.height <= one.y + 0.01;
            expect(apart, prompt).to.equal(true);
          }
        }
      }
    });
  }

  it('hang from left to right in the order of the prompt, or at the bottom edge if the prompt does not mention them', () => {
    const places = findTagPlaces('@c meets @a', TAGS);
    const wall = { left: 0, width: 1024, height: 1024, openRow: 'middle', size: 0.28 } as const;
    const [a, b, c] = placePrints(
      places.map((place) => ({ place, aspect: 1, isCut: false })),
      wall,
    );
    expect(c!.x + c!.width).to.be.below(a!.x);
    expect(b!.y + b!.height).to.be.above(900);
    expect(b!.y).to.be.above(a!.y + a!.height);
  });
});
