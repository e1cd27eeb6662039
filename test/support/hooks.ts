import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { migrate } from '../../cli/migrate.js';
import { closeKept, countKept } from './kept-open.js';
import { ALL_SERVERS, startTestServers, type RunServers, type TestServers } from './servers.js';
import { listWaits, until } from './until.js';

/** The variable that passes the servers of a run to its processes, as JSON. */
const VARIABLE = 'TEST_SERVERS';

let servers: RunServers | null = null;

/** Returns the real servers of this run: PostgreSQL (migrated), Temporal, S3. */
export function testServers(): TestServers {
  const jobs: readonly TestServers[] = JSON.parse(process.env[VARIABLE] ?? '[]');
  // mocha numbers its processes. The replacement of a dead one gets a new number, and shares
  // nothing.
  const mine = jobs[Number(process.env['MOCHA_WORKER_ID'] ?? 0)];
  if (!mine) throw new Error('no servers of this run are left: too many test processes have died');
  return mine;
}

/**
 * Starts the servers that `testServers` returns; benchmarks use it without mocha.
 * @param jobs processes that run tests concurrently
 * @param names of the servers to start
 * @returns the value of TEST_SERVERS for other processes
 */
export async function startSharedServers(jobs = 1, names = ALL_SERVERS): Promise<string> {
  servers = await startTestServers(jobs, names, migrate);
  return (process.env[VARIABLE] = JSON.stringify(servers.jobs));
}

export async function stopSharedServers(): Promise<void> {
  await servers?.stop();
}

/** `npm test` has already started the servers; plain mocha starts all of them. */
export async function mochaGlobalSetup(): Promise<void> {
  if (process.env[VARIABLE] === undefined) await startSharedServers();
}

export async function mochaGlobalTeardown(): Promise<void> {
  await stopSharedServers();
}

/** Handles that a file may not leave open, because they would affect the following files. */
const countLeftOpen = (): number => {
  const open = process.getActiveResourcesInfo();
  const processes = open.filter((name) => name === 'ProcessWrap').length - countKept();
  return Math.max(0, processes) + open.filter((name) => name === 'TCPServerWrap').length;
};

/** When one process runs several files, mocha calls the hooks for each of them. */
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

  /** After each file when a process runs several; after the last one of a run in one process. */
  async afterAll(this: Mocha.Context): Promise<void> {
    // The run would not end by itself, so there is nothing to check.
    if (!isWorker) return closeKept();
    const what = 'servers and processes of the file to be closed';
    await until(what, async () => countLeftOpen() === 0);
    noteTimes(this.test);
  },
};

/** Writes the cost of a file, for the order of later runs and the report. */
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

/** Node.js does not provide it; Linux does, in hundredths of a second. */
function readChildrenCpuMs(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  // Fields 16 and 17, counted after the name of the process.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
