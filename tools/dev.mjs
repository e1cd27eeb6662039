// `npm run dev` runs the platform from its sources. The servers keep running; the API and the
// workers restart when a file that they load has changed, and Vite serves the dashboard.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureDependencies, NODE, ROOT } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { say } from './progress.mjs';
import { provideWorkflowBundle } from './start-code.mjs';
import { ImportGraph } from './testing/import-graph.mjs';
import { watchSources } from './testing/watch.mjs';
import { provideToolSettings } from './tool-settings.mjs';
import { provideDashboard } from './web-build.mjs';

const ENTRIES = { api: 'api/server.ts', workers: 'workers/all.ts' };
const HOOKS = join(ROOT, 'tools', 'ts-hooks.mjs');
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');

const ended = new AbortController();

function startSupervisor(settings) {
  const child = spawn(NODE, ['--import', HOOKS, join(ROOT, 'supervisor', 'start.ts')], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // With this option, Ctrl-C signals only this process, which then stops the others in order.
    detached: true,
  });
  child.once('exit', (code) => {
    ended.abort();
    process.exitCode = code ?? 1;
  });
  ended.signal.addEventListener('abort', () => child.kill('SIGTERM'));
  return child;
}

function startVite(apiUrl) {
  const words = [VITE, 'web', '--clearScreen', 'false', '--port', process.env.WEB_PORT ?? '5173'];
  const child = spawn(NODE, words, {
    cwd: ROOT,
    env: { ...process.env, API_URL: apiUrl },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  ended.signal.addEventListener('abort', () => child.kill('SIGTERM'));
}

/** Finds the processes that load at least one of the changed files. */
function findProcesses(changed) {
  const graph = new ImportGraph();
  const isLoaded = (entry) => changed.some((file) => graph.reach(entry).has(file));
  return Object.keys(ENTRIES).filter((name) => isLoaded(ENTRIES[name]));
}

/** Workers load workflow code as a bundle, which is rebuilt when its sources change. */
const isWorkflowCode = (file) => /^(workflows|domain\/catalogue)\//.test(file);

async function onChange(supervisor, changed) {
  const names = new Set(findProcesses(changed));
  const env = {};
  if (changed.some(isWorkflowCode)) {
    env.WORKFLOW_BUNDLE = await provideWorkflowBundle();
    names.add('workers');
  }
  if (names.size === 0) return;
  say(`Changed: ${changed.join(', ')}. Restarting: ${[...names].join(', ')}`);
  supervisor.send({ names: [...names], env });
}

async function main() {
  requireNode();
  await ensureDependencies();
  const WEB_FOLDER = await provideDashboard();
  const WORKFLOW_BUNDLE = await provideWorkflowBundle();
  const supervisor = startSupervisor({
    ...(await provideToolSettings()),
    WEB_FOLDER,
    WORKFLOW_BUNDLE,
  });
  const [{ apiUrl, signInUrl }] = await once(supervisor, 'message', { signal: ended.signal });
  startVite(apiUrl);
  const path = signInUrl.slice(new URL(signInUrl).origin.length);
  say(`Dashboard with live reload: http://localhost:${process.env.WEB_PORT ?? '5173'}${path}`);
  const report = (error) => say(error.message);
  await watchSources((changed) => onChange(supervisor, changed).catch(report), ended.signal);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ended.abort());
main().catch((error) => {
  if (ended.signal.aborted) return;
  say(error.message);
  process.exitCode = 1;
  ended.abort();
});
