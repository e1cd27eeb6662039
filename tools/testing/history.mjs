// Stores measurements of recent test runs of this checkout, for `npm test -- --report`.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../install.mjs';
import { TIMES_FILE } from './select-files.mjs';

const FOLDER = join(ROOT, 'node_modules', '.cache', 'test-runs');
const RUNS_MAX = 30;
const ROWS = 15;
/** Files below this time are not recorded, because their order does not matter. */
const RECORDED_MS = 500;

/** Saves a run for the report, and deletes the oldest runs. */
export async function keepRun(run) {
  await mkdir(FOLDER, { recursive: true });
  const name = `${new Date().toISOString().replaceAll(':', '-')}.json`;
  await writeFile(join(FOLDER, name), JSON.stringify(run));
  const old = (await readdir(FOLDER)).toSorted(byText).slice(0, -RUNS_MAX);
  await Promise.all(old.map((file) => rm(join(FOLDER, file))));
}

/**
 * Records the duration of each file in a full run, so that the next runs start with the slowest
 * files.
 */
export async function recordTimes(files) {
  const rows = files
    .filter(({ ms }) => ms >= RECORDED_MS)
    .toSorted((a, b) => byText(a.file, b.file));
  const times = Object.fromEntries(rows.map(({ file, ms }) => [file, Math.round(ms / 100) * 100]));
  await writeFile(TIMES_FILE, `${JSON.stringify(times, null, 2)}\n`);
}

/** Prints the slowest files and tests of the last full run, and all flaky tests. */
export async function printReport() {
  const names = await readdir(FOLDER).catch(() => []);
  const texts = await Promise.all(
    names.toSorted(byText).map((name) => readFile(join(FOLDER, name), 'utf8')),
  );
  const runs = texts.map((text) => JSON.parse(text));
  const last = runs.findLast(({ whole }) => whole) ?? runs.at(-1);
  if (!last) return console.log('No run has been recorded yet. Run `npm test` first.');
  console.log(`Last run: ${last.passed} passed, ${last.failed} failed, ${last.seconds} s\n`);
  printTop('Slowest files (s, CPU s)', last.files, 'ms', ({ file, ms, cpuMs }) => [
    `${seconds(ms)}  ${seconds(cpuMs)}  ${file}`,
  ]);
  printTop('Files by CPU time (CPU s)', last.files, 'cpuMs', ({ file, cpuMs }) => [
    `${seconds(cpuMs)}  ${file}`,
  ]);
  printTop(
    'Memory growth of the process by file (MB)',
    last.files,
    'grownMb',
    ({ file, grownMb }) => [`${String(grownMb).padStart(6)}  ${file}`],
  );
  printTop('Slowest tests (s)', last.tests, 'ms', ({ title, ms }) => [`${seconds(ms)}  ${title}`]);
  printUnsteady(runs);
}

function printTop(heading, rows, by, write) {
  console.log(heading);
  const top = rows.toSorted((a, b) => b[by] - a[by]).slice(0, ROWS);
  for (const row of top) console.log(`  ${write(row)}`);
  console.log('');
}

/** Prints tests that passed in one run and failed in another, with the last error. */
function printUnsteady(runs) {
  const outcomes = new Map();
  for (const { title, error } of runs.flatMap(({ tests }) => tests)) {
    const seen = outcomes.get(title) ?? { passed: 0, failed: 0, error: '' };
    if (error === undefined) seen.passed += 1;
    else Object.assign(seen, { failed: seen.failed + 1, error });
    outcomes.set(title, seen);
  }
  const unsteady = [...outcomes].filter(([, { passed, failed }]) => passed > 0 && failed > 0);
  console.log(`Flaky tests in ${runs.length} runs: ${unsteady.length}`);
  for (const [title, { passed, failed, error }] of unsteady) {
    console.log(
      `  ${failed} of ${passed + failed} failed  ${title}\n    ${error.split('\n', 1)[0]}`,
    );
  }
}

const byText = (a, b) => (a < b ? -1 : 1);
const seconds = (ms) => (ms / 1_000).toFixed(1).padStart(6);
