import { createHash } from 'node:crypto';
import { access, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { runWithProgress, say } from './progress.mjs';
import { CACHE } from './setup.mjs';

/** The checkout. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** The pinned Node.js, an npm package of this project. */
export const NODE = join(ROOT, 'node_modules', '.bin', 'node');

const LOCKFILE = join(ROOT, 'package-lock.json');
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json');
// Holds the hash of the package-lock.json that node_modules was made from.
const STAMP = join(ROOT, 'node_modules', '.install-stamp');

/**
 * Makes node_modules match package-lock.json with `npm ci` when it does not; else returns at once.
 * Rejects when npm fails or leaves no usable Node.js behind.
 */
export async function ensureDependencies() {
  const wanted = createHash('sha256')
    .update(await readFile(LOCKFILE))
    .digest('hex');
  if (await isCurrent(wanted)) return;
  // Two runs on a fresh checkout must not delete node_modules under each other.
  const name = createHash('sha256').update(ROOT).digest('hex').slice(0, 16);
  const onWait = () => say('Another run is installing the dependencies; waiting');
  await withLock(join(CACHE, `install-${name}.lock`), onWait, async () => {
    if (await isCurrent(wanted)) return;
    // Sets the log level, because .npmrc silences npm and a failure must tell its reason.
    await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=notice']);
    if (!(await isPresent(NODE))) {
      throw new Error(
        'npm ci left no node_modules/.bin/node. It is made by an install script: run npm without ignore-scripts.',
      );
    }
    await writeFile(STAMP, wanted);
  });
}

async function isCurrent(wanted) {
  if (!(await isPresent(INSTALLED)) || !(await isPresent(NODE))) return false;
  if (await isPresent(STAMP)) return (await readFile(STAMP, 'utf8')) === wanted;
  // Without our stamp: accepted when installed after the last change of package-lock.json.
  const [lock, installed] = await Promise.all([stat(LOCKFILE), stat(INSTALLED)]);
  if (installed.mtimeMs < lock.mtimeMs) return false;
  await writeFile(STAMP, wanted);
  return true;
}

/** Runs npm, if possible the one that runs this script, and shows the elapsed time. */
function npm(args) {
  const script = process.env.npm_execpath;
  const [command, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []];
  const title = `Installing dependencies (npm ${args[0]})`;
  return runWithProgress(title, command, [...first, ...args], { cwd: ROOT });
}

async function isPresent(path) {
  try {
    await access(path);
    return true;
  } catch {
    // A broken link counts as absent.
    return false;
  }
}
