// `npm test` prepares a fresh checkout, then runs the checks and all suites, as CI does.
//
//   npm test -- <files> [mocha options]   runs only these files, with only the servers they use
//   npm run test:quick                    runs tests that need no server, and the quick checks
//   … --watch                             also reruns the files that a change affects
//   npm test -- --report                  prints slow and flaky tests of recent runs
//   npm test -- --record                  runs everything and also writes test/times.json
import fs, { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies, ROOT } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { elapsed } from './progress.mjs';
import { provideTools } from './setup.mjs';
import { provideCode, provideWorkflowBundle } from './start-code.mjs';
import { runChecks } from './testing/checks.mjs';
import { isStopping, stopChildren } from './testing/children.mjs';
import { keepRun, printReport, recordTimes } from './testing/history.mjs';
import { listTests, SERVERS } from './testing/import-graph.mjs';
import { runMocha } from './testing/mocha.mjs';
import {
  findAffected,
  findQuickFiles,
  findServersOf,
  planFullRun,
} from './testing/select-files.mjs';
import { startTestServers } from './testing/servers.mjs';
import { watchSources } from './testing/watch.mjs';
import { provideDashboard } from './web-build.mjs';

/** Number of concurrent test processes; measured on two cores (decision 0047). */
const JOBS = 3;
const TOOL_VARIABLES = {
  temporal: 'TEMPORAL_BIN',
  versitygw: 'VERSITYGW_BIN',
  'temporal-test-server': 'TEMPORAL_TEST_SERVER_BIN',
};
const OWN_OPTIONS = ['--quick', '--watch', '--report', '--record'];

/** Provides the binaries that the suites need. @returns their paths by environment variable */
async function provideTestTools() {
  const paths = await provideTools(Object.keys(TOOL_VARIABLES));
  return Object.fromEntries(
    Object.entries(TOOL_VARIABLES).map(([name, variable]) => [variable, paths[name]]),
  );
}

/** Builds code and pages once, before the test processes start. */
async function provideBuilds() {
  await provideCode();
  await provideWorkflowBundle();
  await provideDashboard();
}

async function runAll(result) {
  const tools = await provideTestTools();
  await provideBuilds();
  const { together, alone } = planFullRun();
  const servers = await startTestServers(JOBS, SERVERS, tools);
  const env = { ...tools, ...servers.env };
  try {
    const checks = runChecks();
    console.log(`\n== Suites (mocha), ${JOBS} processes; the checks run alongside`);
    addRun(result, await runMocha(together, { jobs: JOBS, env }));
    addChecks(result, await checks);
    if (isStopping()) return;
    console.log('\n== Suites (mocha), one process');
    addRun(result, await runMocha(alone, { jobs: 1, env }));
  } finally {
    await servers.stop();
  }
}

async function runQuick(result, files = findQuickFiles()) {
  const checks = runChecks({ quick: true });
  const env = { TEST_SERVERS: '[]' };
  if (files.length > 0) addRun(result, await runMocha(files, { jobs: 2, env }));
  addChecks(result, await checks);
}

/**
 * Runs some files; in watch mode, also reruns the files that a change affects, on the same servers.
 */
async function runPart(result, args, watching) {
  const files = args.filter(isThere).flatMap(findFiles);
  const options = args.filter((arg) => !isThere(arg));
  // If the arguments name no file, options such as --grep apply to all files.
  const chosen = files.length > 0 ? files : listTests();
  const tools = await provideTestTools();
  const servers = await startTestServers(1, findServersOf(chosen), tools);
  const env = { ...tools, ...servers.env };
  const run = async (some) =>
    addRun(
      result,
      await runMocha([...some, ...options], { jobs: 1, env, mayBeEmpty: options.length > 0 }),
    );
  try {
    await run(chosen);
    if (watching) await watchFor(chosen, run);
  } finally {
    await servers.stop();
  }
}

async function watchFor(files, run) {
  const ended = new AbortController();
  process.once('SIGINT', () => ended.abort());
  console.log('\nWatching for changes; press Ctrl-C to stop.');
  await watchSources(async (changed) => {
    const affected = findAffected(changed, files);
    if (affected.length > 0) await run(affected);
    console.log(`\n${affected.length} files rerun after changes of: ${changed.join(', ')}`);
  }, ended.signal);
}

/** Checks whether an argument is a file, a folder or a pattern; mocha gets all other arguments. */
const isThere = (arg) => arg.includes('*') || existsSync(join(ROOT, arg));

function findFiles(arg) {
  if (!arg.includes('*'))
    return listTests().filter(
      (file) => file === arg || file.startsWith(`${arg.replace(/\/$/, '')}/`),
    );
  // The first run in a clone may use Node.js 20, which has no `globSync`, so it runs everything.
  return fs.globSync?.(arg, { cwd: ROOT }) ?? listTests();
}

function addRun(result, { passed, failed, problem, tests, files }) {
  result.passed += passed;
  result.tests.push(...tests);
  result.files.push(...files);
  if (problem) fail(result, Math.max(failed, 1), problem);
  else if (passed === 0) fail(result, 1, 'mocha found no test');
}

function addChecks(result, { passed, problems }) {
  result.passed += passed;
  for (const problem of problems) fail(result, 1, problem);
}

function fail(result, count, reason) {
  result.failed += count;
  result.reasons.push(reason);
}

/** Returns the CPU seconds of all ended child processes; null if the system does not report them. */
function readCpuSeconds() {
  if (!existsSync('/proc/self/stat')) return null;
  // Fields 16 and 17 of the line: user and system time of children that have ended. The split
  // removes the fields up to the process name.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function printEnd(result, startedAt) {
  const { passed, failed, reasons, files } = result;
  if (reasons.length > 0) console.log(`\nFailed:\n  - ${reasons.join('\n  - ')}`);
  const cpu = readCpuSeconds();
  const peak = Math.max(0, ...files.map(({ peakMb }) => peakMb));
  console.log(`\nWall time: ${elapsed(Date.now() - startedAt)}`);
  if (cpu !== null) console.log(`Processor time: ${Math.round(cpu)} s`);
  if (peak > 0) console.log(`Largest test process: ${peak} MB`);
  console.log(`${passed} passed, ${failed} failed`);
}

async function main(words) {
  if (words.includes('--report')) return printReport();
  const args = words.filter((word) => !OWN_OPTIONS.includes(word));
  const watching = words.includes('--watch');
  const startedAt = Date.now();
  const result = { passed: 0, failed: 0, reasons: [], tests: [], files: [] };
  const whole = args.length === 0 && !words.includes('--quick');
  try {
    requireNode();
    await ensureDependencies();
    // A misspelt file name must not start all suites.
    const missing = args.filter((arg) => arg.endsWith('.ts') && !isThere(arg));
    if (missing.length > 0) throw new Error(`no such file: ${missing.join(', ')}`);
    if (words.includes('--quick')) {
      const files = findQuickFiles();
      await runQuick(result, files);
      if (watching) await watchFor(files, (some) => runQuick(result, some));
    } else if (whole && !watching) await runAll(result);
    else await runPart(result, args, watching);
    if (isStopping()) fail(result, 1, 'interrupted');
  } catch (error) {
    fail(result, 1, error.message);
  }
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  await keepRun({ whole, seconds, ...result });
  if (words.includes('--record') && result.failed === 0) await recordTimes(result.files);
  printEnd(result, startedAt);
  process.exitCode = result.failed > 0 ? 1 : 0;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => stopChildren(signal));
await main(process.argv.slice(2));
