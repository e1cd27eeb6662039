import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import type { Measured } from './figure.js';
import type { Machine } from './describe-machine.js';
import type { Result } from './results.js';
import type { Bench } from './table.js';

const ONE = new URL('./one.ts', import.meta.url);
/** Number of output lines reported from a failed bench. */
const LINES_SHOWN = 8;
/** Milliseconds that a stopped bench has to stop its servers. */
const GRACE_MS = 20_000;

/** Runs a bench in a separate process. Never throws: a failure is also a result. */
export async function runBench(
  bench: Bench,
  quick: boolean,
  words: readonly string[],
  machine: Machine,
): Promise<Result> {
  const load = loadavg()[0] ?? 0;
  const began = performance.now();
  const child = fork(ONE, [bench.name, quick ? 'quick' : 'full', ...words], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  const lines: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    lines.push(...text.split('\n').filter((line) => line.trim() !== ''));
    lines.splice(0, lines.length - LINES_SHOWN);
  });
  let measured: Measured | null = null;
  child.on('message', (message) => (measured = message as Measured));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
  }, bench.minutesMax * 60_000);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  const failure = measured
    ? null
    : late
      ? `It did not finish within ${bench.minutesMax} minutes.`
      : `It ended with ${code ?? 'a signal'}: ${lines.join(' / ')}`;
  const seconds = Math.round((performance.now() - began) / 1_000);
  const at = new Date().toISOString();
  return { name: bench.name, at, seconds, quick, load, machine, measured, failure };
}
