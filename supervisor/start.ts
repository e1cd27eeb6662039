// The supervisor behind `npm start`: embedded servers, migrations and our processes, in front.
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { killAllChildren, type Running } from './child.js';
import { removeConnection } from './connection.js';
import { launch } from './launch.js';
import { stopOrphans } from './pid-file.js';
import { readSettings, type Settings } from './settings.js';
import { takeStartLock } from './start-lock.js';
import { summary } from './summary.js';

/**
 * One Ctrl-C arrives twice, from the terminal and forwarded by npm: signals this close together
 * are one.
 */
const SAME_SIGNAL_MS = 700;

const startedAt = Date.now();
const abort = new AbortController();

// A closed terminal or pipe must not end the orderly stop that it causes.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
listenForSignals();

try {
  await supervise(readSettings());
} catch (error) {
  if (!abort.signal.aborted) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
process.exit();

async function supervise(settings: Settings): Promise<void> {
  const { dataDir } = settings;
  // Others may pass through, not look: the database's own account has its folder in here.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  mkdirSync(join(dataDir, 'run'), { recursive: true, mode: 0o700 });
  const lock = await takeStartLock(join(dataDir, 'lock'), () =>
    console.log('Another start of this checkout is stopping; waiting for it …'),
  );
  const running: Running[] = [];
  try {
    removeConnection(dataDir);
    const orphans = await stopOrphans(join(dataDir, 'run'));
    if (orphans.length > 0) console.log(`Stopped what a killed start left: ${orphans.join(', ')}.`);
    console.log('Starting the servers, the API and the workers …');
    const launched = await launch(settings, {
      abort: abort.signal,
      say: (text) => console.log(text),
      onRunning: (part) => running.push(part),
    });
    const shownDir = relative(process.cwd(), dataDir) || dataDir;
    console.log(summary({ ...launched, tookMs: Date.now() - startedAt, dataDir: shownDir }));
    await aborted();
  } finally {
    lock.announceStop();
    removeConnection(dataDir);
    await stopAll(running);
    lock.release();
  }
}

/** The API first, then the workers, then the servers that both need. */
async function stopAll(running: readonly Running[]): Promise<void> {
  for (const part of running.toReversed()) {
    await part.stop().catch((error: unknown) => console.error(String(error)));
  }
}

function aborted(): Promise<void> {
  return new Promise((resolve) => {
    if (abort.signal.aborted) resolve();
    abort.signal.addEventListener('abort', () => resolve());
  });
}

function listenForSignals(): void {
  let firstAt = 0;
  const onSignal = () => {
    if (firstAt === 0) {
      firstAt = Date.now();
      console.log('\nStopping; once more stops at once …');
      abort.abort();
    } else if (Date.now() - firstAt > SAME_SIGNAL_MS) {
      killAllChildren();
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // tools/start.mjs in front of us was killed: there is nobody left to stop us.
  process.once('disconnect', () => abort.signal.aborted || onSignal());
}
