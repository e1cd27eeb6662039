// A test run's child processes. Each leads a process group, so that its own children end with it.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { ROOT } from '../install.mjs';

/**
 * Grace period in milliseconds, longer than mocha's workers and the servers need to stop
 * gracefully.
 */
const GRACE_MS = 20_000;

const living = new Set();
let stopping = false;

/** Returns whether a signal has ended this run; no more processes are then started. */
export const isStopping = () => stopping;

/**
 * Starts one of the project's commands with the pinned Node.js, without standard input.
 * @param {string[]} command
 * @param {{ env?: Record<string, string>, stdio?: import('node:child_process').StdioOptions }}
 * options
 */
export function startCommand([command, ...args], { env = {}, stdio } = {}) {
  const bin = join(ROOT, 'node_modules', '.bin');
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
    stdio: stdio ?? ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  living.add(child);
  child.once('exit', () => living.delete(child));
  return child;
}

/**
 * Waits until a child has ended. Returns null, or the reason why the child failed.
 * @param event `close` if the output of the child is read; a child with a closed channel emits only
 * `exit`
 */
export function waitForEnd(child, event = 'exit') {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once(event, (code, signal) =>
      resolve(code === 0 ? null : (signal ?? `exit code ${code}`)),
    );
  });
}

/**
 * Runs a command and collects its output, for commands that run alongside others.
 * @returns {Promise<{ problem: string | null, output: string }>}
 */
export async function runQuietly(command, env = {}) {
  const child = startCommand(command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return { problem: await waitForEnd(child, 'close'), output };
}

/** Sends a signal to all children, and kills those that still run after a grace period. */
export function stopChildren(signal) {
  stopping = true;
  for (const child of living) signalGroup(child, signal);
  setTimeout(() => living.forEach((child) => signalGroup(child, 'SIGKILL')), GRACE_MS).unref();
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
