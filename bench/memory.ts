import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkInvariants } from '../domain/ledger/invariants.js';
import { createDataSource } from '../entities/data-source.js';
import { findCheckout } from '../runtime/checkout.js';
import { makeRunFolder } from '../test/support/run-folder.js';
import { makeImages } from './memory/make-images.js';
import { startWithNpm, type Started } from '../test/support/npm-start.js';
import { readTree, type Used } from './memory/process-tree.js';
import type { Measure, Table } from './suite/figure.js';

const IMAGES = 1_000;
const IMAGES_QUICK = 50;
const WARM_STARTS = 5;
const WARM_STARTS_QUICK = 2;
/**
 * Time in milliseconds until processes are idle and have released the memory that a start or an
 * image needed.
 */
const REST_MS = 15_000;

/**
 * Measures the start time of `npm start`, and the total memory of its processes before and after
 * they have made images.
 */
export const measure: Measure = async ({ quick }) => {
  const dataDir = makeRunFolder();
  for (const made of ['start', 'workflows']) {
    rmSync(join(findCheckout(), 'dist', made), { recursive: true, force: true });
  }
  const cold = await startWithNpm(dataDir);
  await cold.stop();
  const warm: number[] = [];
  for (let round = quick ? WARM_STARTS_QUICK : WARM_STARTS; round > 1; round -= 1) {
    const started = await startWithNpm(dataDir);
    warm.push(started.seconds);
    await started.stop();
  }
  const last = await startWithNpm(dataDir);
  warm.push(last.seconds);
  try {
    const images = quick ? IMAGES_QUICK : IMAGES;
    const { idle, used } = await measureMemory(last, images);
    return {
      figures: [
        {
          name: '`npm start` until ready, once it has run',
          value: Math.min(...warm),
          unit: 's',
          peer: { name: 'the first start, without data or compiled code', value: cold.seconds },
          aim: { of: 'value', at: 'below', bound: 4 },
        },
        {
          name: `memory of all processes after ${images} images (PSS)`,
          value: sum(used),
          unit: 'MB',
          peer: { name: 'before the first image', value: sum(idle) },
          aim: { of: 'value', at: 'below', bound: 900 },
        },
      ],
      tables: [compare(idle, used)],
      notes: [
        `${warm.length} starts on existing data, the fastest counts; all: ${warm.map((s) => s.toFixed(1)).join(', ')} s.`,
        'The doctor found no violations.',
      ],
    };
  } finally {
    await last.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

async function measureMemory({ pid, connection }: Started, images: number) {
  await sleep(REST_MS);
  const idle = readTree(pid);
  await makeImages(connection, images);
  await sleep(REST_MS);
  const used = readTree(pid);
  const db = await createDataSource(connection.database_url ?? '', 1).initialize();
  try {
    const violations = await checkInvariants(db.manager);
    if (violations.length > 0) throw new Error(JSON.stringify(violations));
  } finally {
    await db.destroy();
  }
  return { idle, used };
}

const sum = (tree: readonly Used[]): number => tree.reduce((all, { pssMb }) => all + pssMb, 0);

function compare(idle: readonly Used[], used: readonly Used[]): Table {
  const before = new Map(idle.map(({ name, pssMb }) => [name, pssMb]));
  return {
    title: 'Memory of each process of `npm start` (PSS, MB)',
    header: ['process', 'before', 'after'],
    rows: used.map(({ name, pssMb }) => [
      name,
      (before.get(name) ?? 0).toFixed(0),
      pssMb.toFixed(0),
    ]),
  };
}
