import { startAcceptRig, type AcceptRig } from './accept-rig.js';
import { fire, pace, percentile, type Load, type Shot, median } from './load.js';
import type { Figure, Measure } from './suite/figure.js';

interface Size {
  readonly rounds: number;
  readonly requests: number;
  readonly pacedSeconds: number;
  readonly starts: number;
}
const FULL: Size = { rounds: 5, requests: 600, pacedSeconds: 4, starts: 60 };
const QUICK: Size = { rounds: 3, requests: 200, pacedSeconds: 3, starts: 20 };

/** Number of warm-up requests, which compile the code and open the connections. */
const WARM_UP = 300;
const MANY = 16;
const LOW_PER_SECOND = 8;
/** A round has several reads per accept, because a read takes a fraction of the time of an accept. */
const READS_FOR_ONE = 4;

/**
 * Compares two pairs: accepting a generation (POST /v1/images until its 202) with a bare Koa server that commits one
 * insert, and reading a generation with /healthz. Rounds alternate, so that a change in the speed of the machine
 * affects both sides alike. A round begins only when the workflow starts of the previous round have ended.
 */
export const measure: Measure = async ({ quick }) => {
  const size = quick ? QUICK : FULL;
  const rig = await startAcceptRig();
  try {
    const figures = [
      await measureStart(rig, size),
      ...(await measureAccept(rig, size)),
      await measureRead(rig, size),
      ...(await measurePaced(rig, size)),
    ];
    await rig.expectSound();
    return {
      figures,
      notes: [
        `${size.rounds} alternating rounds of ${size.requests} requests each, medians. 100 accounts; the load comes from a separate process on the same machine. "Without Temporal" uses a stub that starts workflows in no time; reads come in rounds of ${size.requests * READS_FOR_ONE}.`,
        'A paced load sends each request at its scheduled time, regardless of pending responses. The ledger is consistent at the end.',
      ],
    };
  } finally {
    await rig.stop();
  }
};

type Loads = ReadonlyMap<Shot, Load[]>;

async function alternate(
  rig: AcceptRig,
  shots: readonly Shot[],
  connections: number,
  { rounds, requests }: Pick<Size, 'rounds' | 'requests'>,
): Promise<Loads> {
  const loads = new Map<Shot, Load[]>(shots.map((shot) => [shot, []]));
  for (const shot of shots) await fire(shot, WARM_UP, connections);
  for (let round = 0; round < rounds; round += 1) {
    for (const shot of shots) {
      await rig.settle();
      loads.get(shot)?.push(await fire(shot, requests, connections));
    }
  }
  return loads;
}

const middle = (loads: Loads, shot: Shot, what: keyof Load): number =>
  median((loads.get(shot) ?? []).map((load) => load[what]));

async function measureAccept(rig: AcceptRig, size: Size) {
  const { bare, accept, acceptOnly } = rig;
  const figures: Figure[] = [];
  for (const connections of [1, MANY]) {
    const loads = await alternate(rig, [bare, accept, acceptOnly], connections, size);
    const at = `${connections} ${connections === 1 ? 'connection' : 'connections'}`;
    const [unit, what] =
      connections === 1 ? (['ms', 'p50'] as const) : (['/s', 'perSecond'] as const);
    const peer = { name: 'bare Koa with one insert', value: middle(loads, bare, what) };
    const aim =
      connections === 1
        ? ({ of: 'ratio', at: 'most', bound: 4 } as const)
        : ({ of: 'ratio', at: 'least', bound: 0.2 } as const);
    const value = middle(loads, accept, what);
    figures.push({ name: `accept, ${at}`, value, unit, peer, aim });
    const alone = middle(loads, acceptOnly, what);
    figures.push({ name: `accept without Temporal, ${at}`, value: alone, unit, peer });
  }
  return figures;
}

async function measureRead(rig: AcceptRig, size: Size): Promise<Figure> {
  const read = await rig.readOne();
  const loads = await alternate(rig, [rig.health, read], MANY, {
    ...size,
    requests: size.requests * READS_FOR_ONE,
  });
  return {
    name: `GET /v1/generations/{id}, ${MANY} connections`,
    value: middle(loads, read, 'perSecond'),
    unit: '/s',
    peer: { name: '/healthz', value: middle(loads, rig.health, 'perSecond') },
    aim: { of: 'ratio', at: 'least', bound: 0.35 },
  };
}

/**
 * Measures p99 at half of the peak rate, for the API and for the bare server. The result is the median of several
 * windows.
 */
async function measurePaced(rig: AcceptRig, size: Size): Promise<Figure[]> {
  const { bare, accept } = rig;
  const peaks = await alternate(rig, [bare, accept], MANY, { ...size, rounds: 1 });
  const half = (shot: Shot) => middle(peaks, shot, 'perSecond') / 2;
  const p99s = new Map<Shot, number[]>([bare, accept].map((shot) => [shot, []]));
  for (let round = 0; round < size.rounds; round += 1) {
    for (const [shot, list] of p99s) {
      await rig.settle();
      list.push((await pace(shot, half(shot), size.pacedSeconds)).p99);
    }
  }
  const p99 = (shot: Shot) => median(p99s.get(shot) ?? []);
  return [
    {
      name: 'accept, p99 at half of its peak',
      value: p99(accept),
      unit: 'ms',
      peer: { name: 'bare Koa with one insert, at half of its peak', value: p99(bare) },
      aim: { of: 'value', at: 'below', bound: 60 },
    },
  ];
}

const STARTED_AFTER = `
SELECT id, created_at FROM generation WHERE created_at >= $1 ORDER BY created_at`;

/**
 * Measures the time from just before the commit of a generation until Temporal has its workflow run and first workflow
 * task. The rate is low, as in most installations.
 */
async function measureStart(rig: AcceptRig, { starts }: Size): Promise<Figure> {
  const { deps, accept } = rig;
  await fire(accept, WARM_UP, 1);
  const since = new Date();
  await pace(accept, LOW_PER_SECOND, starts / LOW_PER_SECOND);
  await rig.settle();
  const rows: { id: string; created_at: Date }[] = await deps.db.query(STARTED_AFTER, [since]);
  const waits: number[] = [];
  for (const { id, created_at: createdAt } of rows) {
    const run = await deps.temporal.client.workflow.getHandle(id).describe();
    waits.push(run.startTime.getTime() - createdAt.getTime());
  }
  return {
    name: 'from the row to the first workflow task, p50',
    value: percentile(waits, 0.5),
    unit: 'ms',
    aim: { of: 'value', at: 'below', bound: 60 },
  };
}
