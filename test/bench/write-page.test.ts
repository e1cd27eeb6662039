import { expect } from 'chai';
import { mergeResults, type Result } from '../../bench/suite/results.js';
import { BENCHES } from '../../bench/suite/table.js';
import { writePage } from '../../bench/suite/write-page.js';

const [accept, pipeline] = BENCHES;
const result = (name: string, more: Partial<Result> = {}): Result => ({
  name,
  at: '2026-11-23T01:00:00.000Z',
  seconds: 61,
  quick: false,
  load: 0.25,
  machine: {
    processor: 'A processor',
    cores: 2,
    memoryGb: 24,
    system: 'Linux 6',
    versions: 'Node.js 24',
    commit: 'abc1234',
  },
  measured: {
    figures: [
      {
        name: 'accept p50',
        value: 1.973,
        unit: 'ms',
        peer: { name: 'bare Koa', value: 0.71 },
        aim: { of: 'ratio', at: 'most', bound: 4 },
      },
      { name: 'growth', value: 900.4, unit: 'MB', aim: { of: 'value', at: 'below', bound: 900 } },
    ],
    tables: [{ title: 'By rows', header: ['rows', 'a|b'], rows: [['1,000', 'one\ntwo']] }],
    notes: ['The ledger was clean.'],
  },
  failure: null,
  ...more,
});
const NAMES = { accept: accept?.name ?? '', pipeline: pipeline?.name ?? '' };

describe('the performance page', () => {
  const page = writePage(BENCHES, [result(NAMES.accept)]);

  it('shows each result next to its reference, and whether the target is met', () => {
    expect(page).to.contain(
      '| accept p50 | 1.97 ms | 0.71 ms (bare Koa) | 2.78 | at most 4 times the peer: met |',
    );
    expect(page).to.contain('| growth | 900 MB |  |  | below 900 MB: **missed** |');
  });

  it('begins with all targets, including missed targets', () => {
    const [aims = ''] = page.split(`## ${accept?.title}`);
    expect(aims).to.contain('2.78 times the peer (bare Koa), aim at most 4 times the peer | met |');
    expect(aims).to.contain('**missed**');
  });

  it("names each measurement's hardware, commit and command", () => {
    expect(page).to.contain('Measured 2026-11-23 on A processor, 2 cores, 24 GiB');
    expect(page).to.contain('`abc1234`');
    expect(page).to.contain(`npm run bench -- ${NAMES.accept}`);
    expect(page).to.contain('The ledger was clean.');
  });

  it('keeps tables valid with any cell content', () => {
    expect(page).to.contain('| rows | a\\|b |\n| --- | --- |\n| 1,000 | one two |\n');
  });

  it('lists failed benchmarks with their last lines, and benchmarks that have not run', () => {
    const failed = result(NAMES.pipeline, { measured: null, failure: 'It ended with 1: no port' });
    const both = writePage(BENCHES, [result(NAMES.accept), failed]);
    expect(both).to.contain('**Failed.** It ended with 1: no port');
    expect(both).to.contain('| the bench itself |  | failed |');
    expect(both).to.match(/Not run yet: .*renderer/);
  });
});

describe('benchmark results', () => {
  it('replace an earlier result of the same benchmark and keep all others', () => {
    const older = [result(NAMES.accept), result(NAMES.pipeline)];
    const newer = [result(NAMES.accept, { seconds: 5 })];
    const merged = mergeResults(older, newer);
    expect(merged.map(({ name, seconds }) => [name, seconds])).to.have.deep.members([
      [NAMES.pipeline, 61],
      [NAMES.accept, 5],
    ]);
  });
});

describe('the benchmark table', () => {
  it('names each benchmark and file once', () => {
    expect(new Set(BENCHES.map(({ name }) => name)).size).to.equal(BENCHES.length);
    expect(new Set(BENCHES.map(({ file }) => file)).size).to.equal(BENCHES.length);
  });
});
