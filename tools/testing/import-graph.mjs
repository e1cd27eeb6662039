// Finds the files that a test imports, directly or indirectly, by parsing the sources. Type-only
// imports do not count, because they load nothing.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { ROOT } from '../install.mjs';

/** Servers that the tests of a run share. */
export const SERVERS = ['postgres', 'temporal', 's3'];

/** Modules through which a test uses shared servers. Their own imports are not followed. */
const SHARED = new Map([
  ['test/support/hooks.ts', SERVERS],
  ['test/support/test-database.ts', ['postgres']],
  ['test/support/object-store.ts', ['s3']],
]);

/** Modules that start their own servers, browsers or processes. */
const STARTERS = new Set(['supervisor/child.ts', 'tools/chromium.mjs', 'tools/setup.mjs']);

const IMPORT = /^\s*(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g;

/** Imports of this checkout's packages: `@media-platform/<folder>`, and a path in the package. */
const OWN_PACKAGE = /^@media-platform\/(?<folder>[^/]+)(?:\/(?<path>.+))?$/;
/** Test folders: one for the product, and one for each package that has tests. */
const TESTS = /^(?:packages\/[^/]+\/)?test\//;

/** Lists all of the checkout's test files, as paths relative to its root. */
export function listTests() {
  return ['test', 'packages']
    .flatMap((top) =>
      readdirSync(join(ROOT, top), { recursive: true }).map((name) => join(top, name)),
    )
    .filter((path) => TESTS.test(path) && path.endsWith('.test.ts'))
    .toSorted();
}

/** Parses imports on demand, each file once. */
export class ImportGraph {
  #imports = new Map();
  #reached = new Map();

  /**
   * Returns all files that a file loads, including itself, as paths relative to the checkout's
   * root.
   */
  reach(file) {
    const known = this.#reached.get(file);
    if (known) return known;
    const found = new Set([file]);
    for (const path of found) {
      if (path !== file && SHARED.has(path)) continue;
      for (const next of this.#read(path).files) found.add(next);
    }
    this.#reached.set(file, found);
    return found;
  }

  /** Returns the shared servers that a test uses. */
  findServers(file) {
    const used = [...this.reach(file)].flatMap((path) => SHARED.get(path) ?? []);
    return SERVERS.filter((server) => used.includes(server));
  }

  /** Returns whether a test needs only its own process: no server, no browser, no other process. */
  isSelfContained(file) {
    const reached = [...this.reach(file)];
    if (reached.some((path) => SHARED.has(path) || STARTERS.has(path))) return false;
    // The product starts ffmpeg if configured, but that does not count; only processes that tests
    // start count.
    return !reached.some((path) => TESTS.test(path) && this.#read(path).startsProcesses);
  }

  #read(path) {
    const known = this.#imports.get(path);
    if (known) return known;
    const text = readFileSync(join(ROOT, path), 'utf8');
    const names = [IMPORT, DYNAMIC].flatMap((pattern) => [...text.matchAll(pattern)]);
    const found = {
      files: names.map(([, name]) => findFile(path, name)).filter((name) => name !== null),
      startsProcesses: names.some(([, name]) => name === 'node:child_process'),
    };
    this.#imports.set(path, found);
    return found;
  }
}

/** Finds the source file for an import; null for data and external packages. */
function findFile(from, name) {
  const own = OWN_PACKAGE.exec(name)?.groups;
  if (!own && !name.startsWith('.')) return null;
  const path = own
    ? join(ROOT, 'packages', own.folder, own.path ?? 'index.js')
    : resolve(ROOT, dirname(from), name);
  const candidates = [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx'), path];
  const found = candidates.find((one) => /\.m?[jt]sx?$/.test(one) && existsSync(one));
  return found ? relative(ROOT, found) : null;
}
