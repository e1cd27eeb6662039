import { expect } from 'chai';
import { packRows } from '../../web/src/pages/library/pack-rows.js';

const LAYOUT = { width: 1_000, gap: 10, height: 200 };
/** Shapes of a mixed library: wide, square and tall, again and again. */
const SHAPES = Array.from({ length: 500 }, (_, at) => [16 / 9, 1, 9 / 16, 4 / 5][at % 4] ?? 1);

describe('packRows', () => {
  const rows = packRows(SHAPES, LAYOUT);

  it('puts every tile into one row, in order', () => {
    expect(
      rows.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)),
    ).to.deep.equal(SHAPES.map((_, at) => at));
  });

  it('makes full rows exactly as wide as the page, and not higher than wanted', () => {
    for (const { start, end, height } of rows.slice(0, -1)) {
      const tiles = SHAPES.slice(start, end).reduce((sum, ratio) => sum + ratio * height, 0);
      expect(tiles + LAYOUT.gap * (end - start - 1)).to.be.closeTo(LAYOUT.width, 0.001);
      expect(height).to.be.within(LAYOUT.height / 2, LAYOUT.height);
    }
  });

  it('does not enlarge the last row', () => {
    expect(packRows([1, 1], LAYOUT)).to.deep.equal([{ start: 0, end: 2, height: 200 }]);
    expect(packRows([], LAYOUT)).to.deep.equal([]);
  });

  it('changes only the last row when the list grows', () => {
    const before = packRows(SHAPES.slice(0, 123), LAYOUT);
    expect(rows.slice(0, before.length - 1)).to.deep.equal(before.slice(0, -1));
  });

  it('leaves a tile that is wider than the page alone in its row', () => {
    expect(packRows([1, 10], LAYOUT)[0]).to.deep.equal({ start: 0, end: 2, height: 990 / 11 });
    expect(packRows([10, 1], LAYOUT)[0]).to.deep.equal({ start: 0, end: 1, height: 100 });
  });
});
