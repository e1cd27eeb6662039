import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { migrate } from '../../cli/migrate.js';
import { closeKept, countKept } from './kept-open.js';
import { ALL_SERVERS, startTestServers, type RunServers, type TestServers } from './servers.js';
import { listWaits, until } from './until.js';

/** Environment variable that passes the servers of a test run to its processes, as JSON. */
const VARIABLE = 'TEST_SERVERS';

let servers: RunServers | null = null;

/** Returns the real servers of this process: PostgreSQL (migrated), Temporal, S3. */
export function testServers(): TestServers {
  const jobs: readonly TestServers[] = JSON.parse(process.env[VARIABLE] ?? '[]');
  // mocha numbers its processes. The replacement of a dead process gets a new number, so that it
  // shares nothing with the dead one.
  const mine = jobs[Number(process.env['MOCHA_WORKER_ID'] ?? 0)];
  if (!mine) throw new Error('no servers of this run are left: too many test processes have died');
  return mine;
}

/**
 * Starts the servers that `testServers` returns. Benchmarks call this without mocha.
 * @param jobs number of processes that run tests concurrently
 * @param names names of the servers to start
 * @returns the value of TEST_SERVERS for other processes
 */
export async function startSharedServers(jobs = 1, names = ALL_SERVERS): Promise<string> {
  servers = await startTestServers(jobs, names, migrate);
  return (process.env[VARIABLE] = JSON.stringify(servers.jobs));
}

export async function stopSharedServers(): Promise<void> {
  await servers?.stop();
}

/** `npm test` has already started the servers; mocha without `npm test` starts all of them here. */
export async function mochaGlobalSetup(): Promise<void> {
  if (process.env[VARIABLE] === undefined) await startSharedServers();
}

export async function mochaGlobalTeardown(): Promise<void> {
  await stopSharedServers();
}

/** Counts handles that a test file must close, because they would affect the files after it. */
const countLeftOpen = (): number => {
  const open = process.getActiveResourcesInfo();
  const processes = open.filter((name) => name === 'ProcessWrap').length - countKept();
  return Math.max(0, processes) + open.filter((name) => name === 'TCPServerWrap').length;
};

/** If one process runs several files, mocha calls these hooks for each file. */
const isWorker = process.env['MOCHA_WORKER_ID'] !== undefined;
let begun = measure();

export const mochaHooks = {
  beforeAll(): void {
    begun = measure();
  },

  /** Reports what a test that timed out was waiting for. */
  afterEach(this: Mocha.Context): void {
    const failed = this.currentTest?.err;
    const waits = listWaits();
    if (failed && waits.length > 0) failed.message += `\nStill waiting for: ${waits.join('; ')}`;
  },

  /**
   * If a process runs several files, mocha calls this after each file, otherwise after the last
   * one.
   */
  async afterAll(this: Mocha.Context): Promise<void> {
    // A run in one process cannot end while a handle is open, so there is nothing to check.
    if (!isWorker) return closeKept();
    const what = 'servers and processes of the file to be closed';
    await until(what, async () => countLeftOpen() === 0);
    noteTimes(this.test);
  },
};

/** Writes the cost of a file, for the report and for the order of files in later runs. */
function noteTimes(hook: Mocha.Runnable | undefined): void {
  const log = process.env['TEST_TIMES'];
  const file = hook?.parent?.suites[0]?.file;
  if (!log || !file) return;
  const now = measure();
  const line = {
    file: relative(process.cwd(), file),
    ms: now.atMs - begun.atMs,
    cpuMs: now.cpuMs - begun.cpuMs,
    peakMb: now.peakMb,
    grownMb: now.peakMb - begun.peakMb,
  };
  appendFileSync(log, `${JSON.stringify(line)}\n`);
}

/** Measures the duration, the CPU time of this process and its children, and the peak memory. */
function measure() {
  const { user, system } = process.cpuUsage();
  return {
    atMs: Math.round(performance.now()),
    cpuMs: Math.round((user + system) / 1_000) + readChildrenCpuMs(),
    peakMb: Math.round(process.resourceUsage().maxRSS / 1_024),
  };
}

/** Node.js does not report the CPU time of children; Linux does, in hundredths of a second. */
function readChildrenCpuMs(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  // Fields 16 and 17 of the line; the split removes the fields up to the process name.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
