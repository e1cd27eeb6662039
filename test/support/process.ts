import { fork, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findPackedCode, findWorkflowBundle } from './packed-code.js';

/** Processes of the platform, with their entry points in the compiled code. */
const ENTRIES = {
  api: 'api/server.js',
  orchestrator: 'workers/orchestrator.js',
  media: 'workers/media.js',
  outbound: 'workers/outbound.js',
  workers: 'workers/all.js',
} as const;
export type ServiceName = keyof typeof ENTRIES;

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Deadline that is long enough for many concurrent starts on few cores. */
const START_MS = 120_000;
const STOP_MS = 45_000;
const TAIL_LINES = 20;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Module that ends the process if the test run itself is killed. */
const LEASH = 'supervisor/leash.js';

const living = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/** Real process of the platform. */
export class PlatformProcess {
  readonly pid: number;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<Ending>;
  /** Set once the process has ended. */
  ending: Ending | null = null;
  private readonly lines: string[] = [];

  private constructor(
    readonly service: ServiceName,
    private readonly child: ChildProcess,
  ) {
    this.pid = child.pid ?? 0;
    living.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.keep(line));
    }
    this.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        living.delete(child);
        this.ending = { code, signal };
        resolve(this.ending);
      });
    });
  }

  /**
   * Starts a process and waits until it serves.
   * @param env variables in addition to the environment of this process, which provides PATH and
   * HOME
   * @throws {Error} with its last lines of output if it ends before it serves
   */
  static async start(service: ServiceName, env: Record<string, string>): Promise<PlatformProcess> {
    // The code that `npm start` compiles, which starts in a third of the time that the sources
    // need.
    const code = await findPackedCode();
    const child = fork(join(code, ENTRIES[service]), {
      cwd: ROOT,
      env: {
        ...process.env,
        // The compiled code has no workflow sources to bundle.
        WORKFLOW_BUNDLE: await findWorkflowBundle(),
        NODE_COMPILE_CACHE: join(code, '.compiled'),
        ...env,
      },
      execArgv: ['--import', pathToFileURL(join(code, LEASH)).href],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const started = new PlatformProcess(service, child);
    const ready = new Promise<'ready'>((resolve) => {
      child.on('message', (message) => {
        if (message === 'ready') resolve('ready');
      });
    });
    const late = deadline(START_MS);
    const first = await Promise.race([ready, started.ended, late.passed]);
    late.clear();
    if (first !== 'ready') {
      child.kill('SIGKILL');
      throw new Error(`${service} did not start: ${started.lastWords()}`);
    }
    return started;
  }

  /** Kills the process with `kill -9` and waits until it is gone. */
  async kill(): Promise<Ending> {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  /** Asks the process to shut down, and kills it if it does not end in time. */
  async stop(): Promise<Ending> {
    this.child.kill('SIGTERM');
    const late = deadline(STOP_MS);
    const first = await Promise.race([this.ended, late.passed]);
    late.clear();
    return first ?? this.kill();
  }

  /** Returns how the process ended, if it has ended, and its last lines of output. */
  lastWords(): string {
    return [JSON.stringify(this.ending), ...this.lines].join('\n  ');
  }

  private keep(line: string): void {
    this.lines.push(line);
    if (this.lines.length > TAIL_LINES) this.lines.shift();
  }
}

function deadline(ms: number) {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  return { passed: promise, clear: () => clearTimeout(timer) };
}
