// `npm test`: prepares a fresh checkout, then runs the checks and the suites that CI runs.
// `npm test -- <mocha arguments>` runs a part of the suites, without the checks.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureDependencies, ROOT } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { provideTools } from './setup.mjs';

/**
 * A full run. First come the files that may share a process and the processors with others; the
 * longest folders first, so that no job is left with them at the end. Then the files that must run
 * alone.
 */
const FULL_RUN = [
  {
    heading: 'Suites (mocha), side by side',
    // With more processes, they would only wait for the same servers.
    jobs: Math.min(cpus().length, 4),
    files: [
      'test/faults/**/!(*.alone).test.ts',
      'test/workflows/**/!(*.alone).test.ts',
      'test/!(faults|workflows)/**/!(*.alone).test.ts',
    ],
  },
  { heading: 'Suites (mocha), alone', jobs: 1, files: ['test/**/*.alone.test.ts'] },
];
const TOOL_VARIABLES = {
  temporal: 'TEMPORAL_BIN',
  versitygw: 'VERSITYGW_BIN',
  'temporal-test-server': 'TEMPORAL_TEST_SERVER_BIN',
};
const CHECKS = [
  { name: 'lint (oxlint)', command: ['oxlint', '--type-aware'] },
  { name: 'format (oxfmt)', command: ['oxfmt', '--check', '.'] },
  { name: 'types (tsc)', command: ['tsc', '--noEmit'] },
  { name: 'types of the dashboard (tsc)', command: ['tsc', '-p', 'web'] },
  { name: 'dead code (knip)', command: ['knip', '--no-progress'] },
  {
    name: 'openapi.json is fresh',
    command: ['npm', 'run', '--silent', 'openapi', '--', '--check'],
  },
];

/** The running child, so that a signal to this process ends it too. */
let running = null;
let interrupted = false;

/** Runs a command of the project with its pinned Node.js. Returns null, or why it failed. */
function run([command, ...args], env = {}) {
  const bin = join(ROOT, 'node_modules', '.bin');
  const path = `${bin}${delimiter}${process.env.PATH ?? ''}`;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env, PATH: path },
      // No test may wait for input.
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    running = child;
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) =>
      resolve(code === 0 ? null : (signal ?? `exit code ${code}`)),
    );
  }).finally(() => (running = null));
}

/** Runs all checks, one after the other, even if one fails. */
async function runChecks(result) {
  for (const { name, command } of CHECKS) {
    if (interrupted) return;
    printHeading(name);
    const startedAt = Date.now();
    const problem = await run(command);
    if (problem) fail(result, 1, `${name}: ${problem}`);
    else result.passed += 1;
    console.log(`${problem ? '✖' : '✔'} ${name} (${duration(Date.now() - startedAt)})`);
  }
}

/** The binaries the suites need, as their environment variables; null when one cannot be had. */
async function provideToolSettings(result) {
  printHeading('Servers');
  try {
    const paths = await provideTools(Object.keys(TOOL_VARIABLES));
    const settings = Object.entries(TOOL_VARIABLES).map(([name, variable]) => [
      variable,
      paths[name],
    ]);
    return Object.fromEntries(settings);
  } catch (error) {
    console.error(error.message);
    fail(result, 1, 'the servers that the suites run on');
    return null;
  }
}

async function runSuites(result, args, tools) {
  // Without a file of its own among the arguments, a filter applies to all suites.
  const isPart = args.some((arg) => arg.includes('*') || existsSync(join(ROOT, arg)));
  // A part is run by one process, which shows each test as it ends.
  const parts = isPart ? [{ heading: 'Suites (mocha)', jobs: 1, files: [] }] : FULL_RUN;
  let tests = 0;
  for (const part of parts) {
    if (interrupted) return;
    printHeading(part.heading);
    tests += await runMocha(result, args, part, tools);
  }
  if (tests === 0) fail(result, 1, 'mocha found no test');
}

/** @returns how many tests ended */
async function runMocha(result, args, { jobs, files }, tools) {
  const folder = await mkdtemp(join(tmpdir(), 'npm-test-'));
  const totalsFile = join(folder, 'totals.json');
  try {
    const parallel = jobs > 1 ? ['--parallel', '--jobs', String(jobs)] : [];
    const reporter = ['--reporter', './test/support/totals-reporter.ts'];
    // Only a filter may leave a file without a test.
    const zero = args.length > 0 ? [] : ['--fail-zero'];
    const command = ['mocha', ...reporter, ...parallel, ...zero, ...args, ...files];
    const settings = { TEST_TOTALS: totalsFile, TEST_JOBS: String(jobs) };
    const problem = await run(command, { ...tools, ...settings });
    const totals = JSON.parse(await readFile(totalsFile, 'utf8').catch(() => 'null'));
    if (!totals) {
      fail(result, 1, `mocha ended before the last test: ${problem ?? 'no totals'}`);
      return 0;
    }
    result.passed += totals.passes;
    if (totals.failures > 0) fail(result, totals.failures, `${totals.failures} tests of mocha`);
    else if (problem) fail(result, 1, `mocha after its tests: ${problem}`);
    return totals.passes + totals.failures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function fail(result, count, reason) {
  result.failed += count;
  result.reasons.push(reason);
}

function printHeading(text) {
  console.log(`\n== ${text}`);
}

function duration(ms) {
  const seconds = ms / 1_000;
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

async function main(args) {
  const startedAt = Date.now();
  const result = { passed: 0, failed: 0, reasons: [] };
  try {
    requireNode();
    await ensureDependencies();
    if (args.length === 0) await runChecks(result);
    const tools = interrupted ? null : await provideToolSettings(result);
    if (tools && !interrupted) await runSuites(result, args, tools);
    if (interrupted) fail(result, 1, 'interrupted');
  } catch (error) {
    console.error(error);
    fail(result, 1, error.message);
  }
  if (result.reasons.length > 0) console.log(`\nFailed:\n  - ${result.reasons.join('\n  - ')}`);
  console.log(`\nWall time: ${duration(Date.now() - startedAt)}`);
  console.log(`${result.passed} passed, ${result.failed} failed`);
  process.exitCode = result.failed > 0 ? 1 : 0;
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    interrupted = true;
    // A terminal has already sent it to the whole group; a second one would skip mocha's clean-up.
    if (signal === 'SIGTERM') running?.kill(signal);
  });
}
await main(process.argv.slice(2));
