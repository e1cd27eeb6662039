import { expect } from 'chai';
import { computeHeldBox } from '../inputs/draw-held.js';
import { HELD_HEIGHTS, readHeld, type HeldName } from '../inputs/held.js';
import type { Box } from '../inputs/layout.js';
import { arrangeSeats, computeProductBox, type PictureCompany } from '../inputs/seats.js';
import { computeReach, placeCast } from '../picture/cast-places.js';
import { readBrief } from '../picture/read-brief.js';
import { createStage, type Stage } from '../picture/stage.js';

/** Largest part of a thing that a person may cover. */
const COVERED_MAX = 0.02;
const SIZES = [
  [1376, 768],
  [1024, 1024],
  [768, 1376],
  [1584, 672],
] as const;
const PROMPTS = [
  'next to a bicycle',
  'with a dog in a park',
  'a red car and a palm tree',
  'three birds and a tree',
  'five horses',
  'a lighthouse at night',
];
/** Widths of cut-out people divided by their heights, from narrow to wide. */
const ASPECTS = [0.55, 0.86, 1.1];
const ALONE = { product: false, subject: false, references: false } as const;

const personOf = (aspect: number) => ({ aspect, isCropped: true, isOval: false });

const stageOf = (prompt: string, [width, height]: readonly [number, number], seed: number): Stage =>
  createStage(readBrief(prompt, `${seed}`), { width, height, seed: `${seed}` });

/** Returns which part of a thing's width a person covers. */
function covered(thing: Pick<Box, 'x' | 'width'>, person: Box): number {
  const right = Math.min(thing.x + thing.width, person.x + person.width);
  return Math.max(0, right - Math.max(thing.x, person.x)) / thing.width;
}

/** Calls back with every stage, company and aspect of the tables above. */
function forEachPicture(
  company: Omit<PictureCompany, 'person'>,
  check: (stage: Stage, company: PictureCompany, name: string) => void,
): void {
  for (const prompt of PROMPTS) {
    for (const size of SIZES) {
      for (const aspect of ASPECTS) {
        for (const seed of [1, 2, 3, 4]) {
          const name = `${prompt}, ${size.join('x')}, ${aspect}, seed ${seed}`;
          check(stageOf(prompt, size, seed), { ...company, person: personOf(aspect) }, name);
        }
      }
    }
  }
}

describe('the seats of a person and other things', () => {
  for (const product of [false, true]) {
    it(`keep every drawing whole and next to the person${product ? ' and the product' : ''}`, () => {
      forEachPicture({ ...ALONE, subject: true, product }, (stage, company, name) => {
        const seats = arrangeSeats(stage, company);
        const person = seats.person;
        if (person === null) throw new Error('the person has no seat');
        const others = product ? [person, computeProductBox(seats, 0.7, company)] : [person];
        for (const place of placeCast(seats.stage)) {
          const reach = computeReach(seats.stage, place);
          const thing = { x: place.x - reach, width: 2 * reach };
          for (const other of others) {
            expect(covered(thing, other), name).to.be.at.most(COVERED_MAX);
          }
          expect(thing.x, name).to.be.at.least(-1);
          expect(thing.x + thing.width, name).to.be.at.most(stage.width + 1);
        }
      });
    });
  }

  it('keep a product whole and next to the person', () => {
    forEachPicture({ ...ALONE, product: true }, (stage, company, name) => {
      for (const aspect of [0.3, 0.7, 2.4]) {
        const seats = arrangeSeats(stage, company);
        const box = computeProductBox(seats, aspect, company);
        expect(covered(box, seats.person ?? box), name).to.be.at.most(COVERED_MAX);
        expect(box.x, name).to.be.at.least(0);
        expect(box.x + box.width, name).to.be.at.most(stage.width);
        expect(box.height, name).to.be.above(0.09 * stage.height);
      }
    });
  });

  it('give a person at most a bit more than half of the width, and all of it if nothing else is shown', () => {
    forEachPicture({ ...ALONE, subject: true }, (stage, company, name) => {
      const shared = arrangeSeats(stage, company).person;
      const alone = arrangeSeats(stage, { ...company, subject: false }).person;
      expect(shared?.width, name).to.be.within(0.1 * stage.width, 0.52 * stage.width + 1);
      expect(alone?.height, name).to.be.at.least(shared?.height ?? Infinity);
    });
  });

  it('put a held thing in front of the chest, below the face and inside the person', () => {
    for (const name of Object.keys(HELD_HEIGHTS) as HeldName[]) {
      for (const side of [1, -1] as const) {
        const person = { x: 100, y: 300, width: 600, height: 700 };
        const box = computeHeldBox(person, { name, colour: null }, { side, isCropped: true });
        expect(box.y, name).to.be.at.least(person.y + 0.6 * person.height);
        expect(box.y + box.height, name).to.be.at.most(person.y + person.height);
        expect(box.x, name).to.be.at.least(person.x);
        expect(box.x + box.width, name).to.be.at.most(person.x + person.width);
      }
    }
  });
});

describe('the words for a held thing', () => {
  const cases: readonly (readonly [string, HeldName | null, string | null, string])[] = [
    ['holding a red coffee mug', 'cup', '#d7263d', ''],
    ['drinks a cup of coffee in Paris', 'cup', null, 'in paris'],
    ['drinking a cold beer', 'bottle', null, ''],
    ['reading a blue book on a beach', 'book', '#2a6fdb', 'on a beach'],
    ['reading in the park', 'book', null, 'in the park'],
    ['with yellow flowers in her hand next to a car', 'flower', '#f7d51d', 'next to a car'],
    ['with a phone', 'phone', null, ''],
    ['holding a ball and a dog', 'ball', null, 'and a dog'],
    ['next to a cup of coffee', null, null, 'next to a cup of coffee'],
    ['holding a bicycle', null, null, 'holding a bicycle'],
    ['walks a dog', null, null, 'walks a dog'],
  ];
  for (const [prompt, name, colour, rest] of cases) {
    it(`find ${name ?? 'nothing'} in "${prompt}"`, () => {
      const read = readHeld(prompt);
      expect(read.held).to.deep.equal(name && { name, colour });
      expect(read.rest).to.equal(rest);
    });
  }
});
