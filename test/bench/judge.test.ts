import { expect } from 'chai';
import type { Figure } from '../../bench/suite/figure.js';
import { isMet, ratioOf } from '../../bench/suite/judge.js';

const figure = (more: Partial<Figure>): Figure => ({ name: 'p50', value: 6, unit: 'ms', ...more });
const peer = { name: 'bare', value: 2 };

describe('a benchmark result and its target', () => {
  it('have a ratio only if there is a reference that is not zero', () => {
    expect(ratioOf(figure({ peer }))).to.equal(3);
    expect(ratioOf(figure({}))).to.equal(null);
    expect(ratioOf(figure({ peer: { ...peer, value: 0 } }))).to.equal(null);
  });

  it('are compared by value or ratio; a value equal to the bound passes, except for "below"', () => {
    const cases: [Figure['aim'], boolean][] = [
      [{ of: 'value', at: 'most', bound: 6 }, true],
      [{ of: 'value', at: 'most', bound: 5.9 }, false],
      [{ of: 'value', at: 'least', bound: 6 }, true],
      [{ of: 'value', at: 'below', bound: 6 }, false],
      [{ of: 'ratio', at: 'most', bound: 3 }, true],
      [{ of: 'ratio', at: 'least', bound: 3.1 }, false],
    ];
    for (const [aim, met] of cases) {
      expect(isMet(figure({ peer, aim })), JSON.stringify(aim)).to.equal(met);
    }
    expect(isMet(figure({ peer }))).to.equal(null);
  });

  it('do not match if the ratio has no reference', () => {
    const aim = { of: 'ratio', at: 'most', bound: 4 } as const;
    expect(isMet(figure({ aim }))).to.equal(false);
    expect(isMet(figure({ peer, aim, value: Number.NaN }))).to.equal(false);
  });
});
