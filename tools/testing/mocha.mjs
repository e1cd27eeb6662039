// Runs mocha on some files and reads the results that mocha's processes write.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand, waitForEnd } from './children.mjs';

/**
 * @typedef {{ title: string, file: string, ms: number, error?: string }} TestRecord
 * @typedef {{ file: string, ms: number, cpuMs: number, peakMb: number, grownMb: number }} FileRecord
 * @typedef {{ passed: number, failed: number, problem: string | null, tests: TestRecord[], files: FileRecord[] }} MochaRun
 */

/**
 * Same settings as for the processes of the product (supervisor/processes.ts). Without them, the
 * threads of a test process keep hundreds of megabytes of free memory.
 */
const SMALL_MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: String(8 * 1_024 * 1_024),
  MALLOC_MMAP_THRESHOLD_: String(32 * 1_024 * 1_024),
};

/**
 * @param {readonly string[]} args files, and mocha options
 * @param {{ jobs: number, env: Record<string, string>, mayBeEmpty?: boolean }} options
 * @returns {Promise<MochaRun>}
 */
export async function runMocha(args, { jobs, env, mayBeEmpty = false }) {
  const folder = await mkdtemp(join(tmpdir(), 'npm-test-'));
  const totals = join(folder, 'totals.json');
  const times = join(folder, 'times.jsonl');
  try {
    const parallel = jobs > 1 ? ['--parallel', '--jobs', String(jobs)] : [];
    const reporter = ['--reporter', './test/support/totals-reporter.ts'];
    const zero = mayBeEmpty ? [] : ['--fail-zero'];
    const child = startCommand(['mocha', ...reporter, ...parallel, ...zero, ...args], {
      env: { ...SMALL_MALLOC, ...env, TEST_TOTALS: totals, TEST_TIMES: times },
    });
    const problem = await waitForEnd(child);
    const run = JSON.parse(await readOr(totals, 'null'));
    if (!run) {
      const reason = `mocha ended before the last test: ${problem ?? 'no totals'}`;
      return { passed: 0, failed: 1, problem: reason, tests: [], files: [] };
    }
    const files = (await readOr(times, '')).split('\n').filter(Boolean);
    return {
      ...run,
      problem: describeProblem(run, problem),
      files: files.map((line) => JSON.parse(line)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function describeProblem({ failed }, problem) {
  if (failed > 0) return `${failed} tests of mocha`;
  return problem && `mocha after its tests: ${problem}`;
}

const readOr = (file, otherwise) => readFile(file, 'utf8').catch(() => otherwise);
