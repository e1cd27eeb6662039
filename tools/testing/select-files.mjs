// Selects and orders the test files of a run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../install.mjs';
import { ImportGraph, listTests, SERVERS } from './import-graph.mjs';

/**
 * Durations of files, measured by `npm test -- --record`. The selection of quick files treats a
 * file that is not listed as quick.
 */
export const TIMES_FILE = join(ROOT, 'test', 'times.json');
/**
 * Duration that the order of a full run assumes for a file that is not listed: it may be slow, so
 * it must not start last.
 */
const UNKNOWN_MS = 3_000;
/** Slower files are left out of quick runs. */
const QUICK_MS = 1_000;

/** @returns {Record<string, number>} milliseconds by file */
export function readTimes() {
  return JSON.parse(readFileSync(TIMES_FILE, 'utf8'));
}

/**
 * Plans a full run: first the files that may run concurrently, slowest first; then the files that
 * must run alone.
 */
export function planFullRun(files = listTests(), times = readTimes()) {
  const ms = (file) => times[file] ?? UNKNOWN_MS;
  const ordered = files.toSorted((a, b) => ms(b) - ms(a));
  const isAlone = (file) => file.endsWith('.alone.test.ts');
  return { together: ordered.filter((file) => !isAlone(file)), alone: ordered.filter(isAlone) };
}

/** Finds the files that need only their own process and are not recorded as slow. */
export function findQuickFiles(
  files = listTests(),
  times = readTimes(),
  graph = new ImportGraph(),
) {
  return files.filter((file) => (times[file] ?? 0) <= QUICK_MS && graph.isSelfContained(file));
}

/** Finds the shared servers that any of the files uses. */
export function findServersOf(files, graph = new ImportGraph()) {
  const used = new Set(files.flatMap((file) => graph.findServers(file)));
  return SERVERS.filter((server) => used.has(server));
}

/** Finds the test files that load any of the changed files. */
export function findAffected(changed, files = listTests(), graph = new ImportGraph()) {
  return files.filter((file) => changed.some((path) => graph.reach(file).has(path)));
}
