// Which test files a run takes, and in which order.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../install.mjs';
import { ImportGraph, listTests, SERVERS } from './import-graph.mjs';

/** How long each file took, measured by `npm test -- --record`; the files that are not in it are quick. */
export const TIMES_FILE = join(ROOT, 'test', 'times.json');
/** A file that is in nobody's record yet may be long, so it does not go last. */
const UNKNOWN_MS = 3_000;
/** Files above it are left to the whole run. */
const QUICK_MS = 1_000;

/** @returns {Record<string, number>} milliseconds by file */
export function readTimes() {
  return JSON.parse(readFileSync(TIMES_FILE, 'utf8'));
}

/** The files of a whole run: those that may run alongside others, longest first; then those that run alone. */
export function planFullRun(files = listTests(), times = readTimes()) {
  const ms = (file) => times[file] ?? UNKNOWN_MS;
  const ordered = files.toSorted((a, b) => ms(b) - ms(a));
  const isAlone = (file) => file.endsWith('.alone.test.ts');
  return { together: ordered.filter((file) => !isAlone(file)), alone: ordered.filter(isAlone) };
}

/** The files that need nothing but their own process, and were quick when they were measured. */
export function findQuickFiles(
  files = listTests(),
  times = readTimes(),
  graph = new ImportGraph(),
) {
  return files.filter((file) => (times[file] ?? 0) <= QUICK_MS && graph.isSelfContained(file));
}

/** The shared servers that at least one of the files uses. */
export function findServersOf(files, graph = new ImportGraph()) {
  const used = new Set(files.flatMap((file) => graph.findServers(file)));
  return SERVERS.filter((server) => used.has(server));
}

/** The test files that load at least one of the changed files. */
export function findAffected(changed, files = listTests(), graph = new ImportGraph()) {
  return files.filter((file) => changed.some((path) => graph.reach(file).has(path)));
}
