// `npm start` prepares a fresh checkout, then runs the compiled supervisor/start.ts.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies, NODE, ROOT } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { say } from './progress.mjs';
import { provideCode, provideWorkflowBundle } from './start-code.mjs';
import { provideToolSettings } from './tool-settings.mjs';
import { provideDashboard } from './web-build.mjs';

const PARENT_POLL_MS = 500;

/**
 * Runs the supervisor in this process if this already is the pinned Node.js, as it is once the
 * dependencies are installed. That saves a process. Otherwise starts the supervisor as a child.
 */
async function supervise(folder, settings) {
  const script = join(folder, 'supervisor', 'start.js');
  if (realpathSync(process.execPath) === realpathSync(NODE)) {
    Object.assign(process.env, settings);
    module.enableCompileCache(settings.NODE_COMPILE_CACHE);
    stopWithNpm((signal) => process.kill(process.pid, signal));
    await import(pathToFileURL(script).href);
    return;
  }
  const child = spawn(NODE, [script, ...process.argv.slice(2)], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    // When the channel closes, the supervisor knows that this process has ended, even if it was
    // killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  stopWithNpm((signal) => child.kill(signal));
  child.once('error', (error) => fail(error));
  child.once('exit', (code, signal) => {
    if (signal) {
      say(
        `The supervisor was ended by ${signal}; the next npm start stops the processes that it left running.`,
      );
    }
    process.exit(code ?? 1);
  });
}

/** Stops when npm has ended. npm forwards signals, but a killed npm cannot. */
function stopWithNpm(stop) {
  const npm = process.env.npm_lifecycle_event === 'start' ? findNpmProcess() : null;
  if (npm === null) return;
  const timer = setInterval(() => {
    if (readCommandLine(npm).includes('npm')) return;
    clearInterval(timer);
    stop('SIGTERM');
  }, PARENT_POLL_MS);
}

/**
 * Finds the npm process that runs this script: the parent, or the grandparent if the parent is a
 * shell. Always null on systems other than Linux.
 */
function findNpmProcess() {
  const shell = process.ppid;
  if (readCommandLine(shell).startsWith('npm')) return shell;
  const parent = Number(/^PPid:\s*(\d+)/m.exec(readProc(shell, 'status'))?.[1]);
  return readCommandLine(parent).startsWith('npm') ? parent : null;
}

/** Returns an empty string if the process does not exist or is a zombie. */
function readCommandLine(pid) {
  return readProc(pid, 'cmdline').replaceAll('\0', ' ');
}

function readProc(pid, file) {
  const path = `/proc/${pid}/${file}`;
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  } catch {
    // The process ended between the two calls.
    return '';
  }
}

function fail(error) {
  say(error.message);
  process.exit(1);
}

try {
  requireNode();
  await ensureDependencies();
  const WEB_FOLDER = process.env.WEB_FOLDER || (await provideDashboard());
  const code = await provideCode();
  const WORKFLOW_BUNDLE = process.env.WORKFLOW_BUNDLE || (await provideWorkflowBundle());
  // The cache is inside the code's folder, so that it is deleted with the code.
  const NODE_COMPILE_CACHE = join(code, '.compiled');
  const settings = await provideToolSettings();
  await supervise(code, { ...settings, WEB_FOLDER, WORKFLOW_BUNDLE, NODE_COMPILE_CACHE });
} catch (error) {
  fail(error);
}
