import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readConnection, type Connection } from '../../runtime/connection.js';
import { findCheckout } from '../../runtime/checkout.js';
import { until } from './until.js';

const PORTS = [
  'API_PORT',
  'METRICS_PORT',
  'POSTGRES_PORT',
  'S3_PORT',
  'SOCIAL_DEMO_PORT',
  'TEMPORAL_PORT',
  'TEMPORAL_UI_PORT',
];
const READY = /Ctrl-C stops everything/;
/** Deadline that is long enough for a busy machine. */
const READY_MS = 300_000;
const ENDED_MS = 120_000;

/** An `npm start` that runs. */
export interface Started {
  readonly pid: number;
  /** Seconds from the command to its summary. */
  readonly seconds: number;
  readonly connection: Connection;
  /** Stops it like Ctrl-C; does nothing if it has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `npm start` in this checkout with separate data and ports.
 * @throws {Error} with its output if it does not become ready
 */
export async function startWithNpm(dataDir: string): Promise<Started> {
  const began = performance.now();
  const ports = Object.fromEntries(PORTS.map((name) => [name, '0']));
  const child = spawn('npm', ['start'], {
    cwd: findCheckout(),
    env: { ...process.env, ...ports, DATA_DIR: dataDir },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = once(child, 'close');
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const isSettled = async () => READY.test(output) || isOver();
  await until('npm start is ready', isSettled, READY_MS);
  const seconds = (performance.now() - began) / 1_000;
  const connection = readConnection({ DATA_DIR: dataDir });
  if (isOver() || connection === null) throw new Error(`npm start failed:\n${output}`);
  return {
    pid: child.pid ?? 0,
    seconds,
    connection,
    async stop() {
      if (isOver()) return;
      process.kill(-(child.pid ?? 0), 'SIGINT');
      await until('npm start has ended', async () => isOver(), ENDED_MS);
      await ended;
    },
  };
}
