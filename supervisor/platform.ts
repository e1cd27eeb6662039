import { execFile, fork } from 'node:child_process';
import { promisify } from 'node:util';
import { extname, join, resolve } from 'node:path';
import { startChild, type Restartable } from './child.js';
import { createChildFiles } from './servers.js';

/** One of our own processes. */
export interface PlatformProcess {
  readonly name: string;
  /** Path of the process's compiled entry point, relative to the code's root. */
  readonly script: string;
  /** Flags for Node.js itself. */
  readonly nodeFlags: readonly string[];
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly graceMs: number;
}

/** Settings shared by all our own processes. */
export interface PlatformContext {
  readonly root: string;
  readonly dataDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly abort: AbortSignal;
}

const START_MS = 90_000;
const COMMAND_MS = 120_000;
const CODE = resolve(import.meta.dirname, '..');
const LEASH = new URL('leash.js', import.meta.url).href;
/** `npm run dev` runs the sources, so every process needs the TypeScript loader. */
const SOURCES = extname(import.meta.url) === '.ts';
const LOADER = SOURCES ? process.execArgv : [];

const findScript = (name: string) => join(CODE, SOURCES ? name.replace(/js$/, 'ts') : name);

/**
 * Starts one of our processes and keeps it running.
 * @returns once it has sent `'ready'`, which means that it serves
 * @throws {Error} with its last lines if it exits earlier
 */
export function startProcess(context: PlatformContext, own: PlatformProcess): Promise<Restartable> {
  const { root, dataDir, env, abort } = context;
  const script = findScript(own.script);
  let ready = false;
  const launch = () => {
    ready = false;
    const child = fork(script, own.args ?? [], {
      cwd: root,
      env: { ...env, ...own.env },
      execArgv: [...own.nodeFlags, ...LOADER, '--import', LEASH],
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child.on('message', (message) => {
      if (message === 'ready') ready = true;
    });
    return child;
  };
  return startChild(
    {
      name: own.name,
      launch,
      probe: async () => ready,
      startMs: START_MS,
      ...createChildFiles(dataDir, own.name, true),
      marker: script,
      graceMs: own.graceMs,
    },
    abort,
  );
}

/**
 * Runs one of the project's scripts until it exits.
 * @returns the script's standard output
 * @throws {Error} with the script's standard error if it fails
 */
export async function runScript(
  { root, env, abort }: PlatformContext,
  script: string,
  args: readonly string[] = [],
): Promise<string> {
  const words = [...LOADER, findScript(script), ...args];
  try {
    const options = { cwd: root, env, signal: abort, timeout: COMMAND_MS };
    const { stdout } = await promisify(execFile)(process.execPath, words, options);
    return stdout;
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string };
    throw new Error(`${script} failed:\n${stderr || stdout || String(error)}`, { cause: error });
  }
}
