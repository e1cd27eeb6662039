import { startSharedServers, stopSharedServers } from '../test/support/hooks.js';
import { measurePair, type Pair, type Times } from './growth/measure-pair.js';
import { ACCEPT, READS } from './growth/shots.js';
import { makeWorld } from './growth/world.js';
import type { Asked, Figure, Measure, Table } from './suite/figure.js';

/** Total number of generations, and the number of accounts that share them. */
type Size = readonly [rows: number, accounts: number];

const SMALLEST = 1_000;
/** The measured account has all rows in the first three sizes, and a share of the rows in the later sizes. */
const SIZES: readonly Size[] = [
  [10_000, 1],
  [100_000, 1],
  [1_000_000, 1],
  [100_000, 100],
  [100_000, 10_000],
  [1_000_000, 1_000],
];
const QUICK: readonly Size[] = [
  [10_000, 1],
  [10_000, 100],
];

/** The measurements of all endpoints in one world. */
interface Column {
  readonly size: Size;
  readonly pairs: readonly Pair[];
  readonly fillSeconds: number;
}

/**
 * Measures how endpoints scale with the number of generations, ledger rows and accounts. Each size is a "world" with a
 * separate database and API process. Requests to a world alternate with requests to a world of 1,000 rows that started
 * at the same time, because a process gets faster the longer it runs. Arguments select sizes, such as `100000x1`.
 */
export const measure: Measure = async (asked) => {
  await startSharedServers();
  try {
    const columns: Column[] = [];
    for (const size of sizesOf(asked)) columns.push(await measureWorld(size, asked));
    return {
      figures: columns.map(figureOf),
      tables: (['p99', 'p50'] as const).map((share) => tableOf(share, columns)),
      notes: columns.map(({ size: [rows, accounts], fillSeconds }) => {
        return `${rows} generations of ${accounts} accounts were written in ${fillSeconds.toFixed(0)} s; the doctor found no violations.`;
      }),
    };
  } finally {
    await stopSharedServers();
  }
};

function sizesOf({ quick, words }: Asked): readonly Size[] {
  const named = words.map((word) => word.split('x').map(Number));
  if (named.length > 0) return named.map(([rows = SMALLEST, accounts = 1]) => [rows, accounts]);
  return quick ? QUICK : SIZES;
}

async function measureWorld(size: Size, { quick }: Asked): Promise<Column> {
  const world = await makeWorld(...size);
  const smallest = await makeWorld(SMALLEST, 1);
  const pairs: Pair[] = [];
  for (const name of [...Object.keys(READS), ACCEPT]) {
    pairs.push(await measurePair(name, world, smallest, quick ? 20 : 200));
  }
  await smallest.end();
  await world.end();
  return { size, pairs, fillSeconds: world.fillSeconds };
}

const titleOf = ([rows, accounts]: Size): string =>
  `${rows.toLocaleString('en')} rows, ${accounts.toLocaleString('en')} account${accounts === 1 ? '' : 's'}`;

const growthOf = ({ here, smallest }: Pair): number => here.p99 / smallest.p99;

/** Reports the endpoint that slows down most, because the promise is "No endpoint's p99 more than doubles". */
function figureOf({ size, pairs }: Column): Figure {
  const [worst] = pairs.toSorted((one, other) => growthOf(other) - growthOf(one));
  return {
    name: `${titleOf(size)}: p99 of the endpoint that grows most, ${worst?.name ?? 'none'}`,
    value: worst?.here.p99 ?? Number.NaN,
    unit: 'ms',
    peer: { name: `at ${SMALLEST.toLocaleString('en')} rows`, value: worst?.smallest.p99 ?? 0 },
    aim: { of: 'ratio', at: 'most', bound: 2 },
  };
}

function tableOf(share: keyof Times, columns: readonly Column[]): Table {
  const names = columns[0]?.pairs.map(({ name }) => name) ?? [];
  const cell = ({ here, smallest }: Pair) =>
    `${here[share].toFixed(1)} / ${smallest[share].toFixed(1)} (${(here[share] / smallest[share]).toFixed(1)}x)`;
  return {
    title: `${share} in ms / ${share} at ${SMALLEST.toLocaleString('en')} rows in the same minute`,
    header: ['Endpoint', ...columns.map(({ size }) => titleOf(size))],
    rows: names.map((name, at) => [
      name,
      ...columns.flatMap(({ pairs }) => pairs.slice(at, at + 1).map(cell)),
    ]),
  };
}
