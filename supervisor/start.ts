// The supervisor behind `npm start`: runs the embedded servers, the migrations and our processes.
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { killAllChildren, type Running } from './child.js';
import { removeConnection } from './connection.js';
import { dropOldCode, listCode } from './drop-old-code.js';
import { launch, type LaunchResult } from './launch.js';
import { stopOrphans } from './pid-file.js';
import { readSettings, type Settings } from './settings.js';
import { takeStartLock } from './start-lock.js';
import { buildSummary } from './summary.js';

/**
 * One Ctrl-C arrives twice: from the terminal and from npm, which forwards it. Signals within this
 * many milliseconds count as one.
 */
const SAME_SIGNAL_MS = 700;

const startedAt = Date.now();
const abort = new AbortController();

// A closed terminal or pipe starts a graceful stop, and write errors must not interrupt that stop.
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
  // Other accounts may enter the folder but not list it: the database's account has a folder in it.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  mkdirSync(join(dataDir, 'run'), { recursive: true, mode: 0o700 });
  const lock = await takeStartLock(join(dataDir, 'lock'), () =>
    console.log('Another instance of this checkout is stopping; waiting for it …'),
  );
  const running: Running[] = [];
  try {
    removeConnection(dataDir);
    dropOldCode(listCode(settings.root));
    const orphans = await stopOrphans(join(dataDir, 'run'));
    if (orphans.length > 0)
      console.log(`Stopped processes left over from a killed start: ${orphans.join(', ')}.`);
    console.log('Starting the servers, the API and the workers …');
    const launched = await launch(settings, {
      abort: abort.signal,
      print: (text) => console.log(text),
      onRunning: (part) => running.push(part),
    });
    const shownDir = relative(process.cwd(), dataDir) || dataDir;
    console.log(buildSummary({ ...launched, tookMs: Date.now() - startedAt, dataDir: shownDir }));
    obeyParent(launched);
    await waitForAbort();
  } finally {
    lock.announceStop();
    removeConnection(dataDir);
    await stopAll(running);
    lock.release();
  }
}

/** Restarts processes after a code change, as requested by our parent, `npm run dev`. */
function obeyParent({ apiUrl, signInUrl, restart }: LaunchResult): void {
  process.on('message', ({ names, env }: { names: string[]; env: NodeJS.ProcessEnv }) => {
    restart(names, env).catch((error: unknown) => console.error(String(error)));
  });
  process.send?.({ apiUrl, signInUrl });
}

/** Stops the API first, then the workers, then the servers that both need. */
async function stopAll(running: readonly Running[]): Promise<void> {
  for (const part of running.toReversed()) {
    await part.stop().catch((error: unknown) => console.error(String(error)));
  }
}

function waitForAbort(): Promise<void> {
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
      console.log('\nStopping; press Ctrl-C again to stop immediately …');
      abort.abort();
    } else if (Date.now() - firstAt > SAME_SIGNAL_MS) {
      killAllChildren();
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // Our parent, tools/start.mjs, was killed, so no other process would stop us.
  process.once('disconnect', () => abort.signal.aborted || onSignal());
}
