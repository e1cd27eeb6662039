import { GENERATION_CHECKPOINTS, type GenerationCheckpoint } from '../domain/ports/checkpoint.js';
import { NO_DAMAGE, type Damage } from '../test/faults/audit.js';
import { KillMatrix, type PointRound, type Round } from '../test/faults/kill-matrix.js';

/**
 * Kills processes with SIGKILL at every named checkpoint, repeatedly, and reports lost, doubly charged and stuck work.
 * `npm run bench:kills` runs all checkpoints; `npm run bench:kills -- 5 render.after_record` runs 5 rounds at some
 * checkpoints. Exits with code 1 if a process did not die at its checkpoint or a promise is broken.
 */
const DEFAULT_ROUNDS = 20;

const sum = (rows: readonly PointRound[], of: (row: PointRound) => number) =>
  rows.reduce((total, row) => total + of(row), 0);
const sumDamage = (rows: readonly PointRound[], kind: keyof Damage) =>
  sum(rows, ({ damage }) => damage[kind]);
const allDamage = (rows: readonly PointRound[]) =>
  Object.keys(NO_DAMAGE).reduce((total, kind) => total + sumDamage(rows, kind as keyof Damage), 0);

function tableRow(point: string, rows: readonly PointRound[]) {
  return {
    point,
    rounds: rows.length,
    killed: sum(rows, ({ killed }) => killed),
    accepted: sum(rows, ({ accepted }) => accepted),
    completed: sum(rows, ({ completed }) => completed),
    refunded: sum(rows, ({ failed }) => failed),
    lost: sumDamage(rows, 'lost'),
    'double charges': sumDamage(rows, 'doubleCharges') + sumDamage(rows, 'wrongBalance'),
    'stuck holds': sumDamage(rows, 'stuckHolds'),
    'leaked slots': sumDamage(rows, 'leakedSlots'),
    'leftover starts': sumDamage(rows, 'leftoverStarts'),
    'wrong events': sumDamage(rows, 'wrongEvents'),
    'missing media': sumDamage(rows, 'missingMedia'),
    's a round': Math.round(sum(rows, ({ seconds }) => seconds) / rows.length),
  };
}

function report(number: number, { points, violations }: Round): void {
  const wrong = points.filter((row) => allDamage([row]) > 0 || row.killed !== 1);
  console.log(`round ${number}: ${wrong.length} points damaged, ${violations.length} violations`);
  for (const row of wrong) console.log(JSON.stringify(row));
  for (const violation of violations) console.log(violation);
}

const words = process.argv.slice(2);
const rounds = Number(words.find((word) => /^\d+$/.test(word)) ?? DEFAULT_ROUNDS);
const named = words.filter((word): word is GenerationCheckpoint =>
  GENERATION_CHECKPOINTS.some((at) => at === word),
);
const points = named.length > 0 ? named : GENERATION_CHECKPOINTS;
const began = performance.now();

const matrix = await KillMatrix.start();
const done: Round[] = [];
for (let number = 1; number <= rounds; number += 1) {
  const round = await matrix.round(points);
  report(number, round);
  done.push(round);
}
await matrix.stop();

const seen = done.flatMap((round) => round.points);
const violations = done.flatMap((round) => round.violations);
const table = points.map((point) =>
  tableRow(
    point,
    seen.filter((row) => row.point === point),
  ),
);
console.table([...table, tableRow('all', seen)]);
const seconds = Math.round((performance.now() - began) / 1_000);
console.log(`doctor: ${violations.length} violations in ${rounds} rounds; ${seconds} s in all`);
const asPromised = allDamage(seen) === 0 && violations.length === 0;
process.exit(asPromised && seen.every(({ killed }) => killed === 1) ? 0 : 1);
