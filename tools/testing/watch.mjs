// Watches source files, for rerunning tests and restarting processes.
import { watch } from 'node:fs';
import { extname } from 'node:path';
import { ROOT } from '../install.mjs';

/**
 * Quiet time in milliseconds before changes are reported, because editors write a file in several
 * steps.
 */
const SETTLE_MS = 100;
const IGNORED = /(^|\/)(node_modules|dist|\.git|\.data)(\/|$)/;
const SOURCES = new Set(['.ts', '.tsx', '.mjs', '.json', '.md', '.sql', '.css']);

/**
 * Reports source changes until the signal aborts.
 * @param {(changed: string[]) => Promise<void>} onChange receives paths relative to the root; one
 * call at a time
 * @param {AbortSignal} signal stops watching
 */
export async function watchSources(onChange, signal) {
  let changed = new Set();
  let wake = () => undefined;
  const watcher = watch(ROOT, { recursive: true, signal }, (_, name) => {
    if (!name || IGNORED.test(name) || !SOURCES.has(extname(name))) return;
    changed.add(name);
    wake();
  });
  watcher.on('error', () => undefined);
  signal.addEventListener('abort', () => wake());
  while (!signal.aborted) {
    if (changed.size === 0) await new Promise((resolve) => (wake = resolve));
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    if (signal.aborted) return;
    const taken = [...changed];
    changed = new Set();
    if (taken.length > 0) await onChange(taken);
  }
}
