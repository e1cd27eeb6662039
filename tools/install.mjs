import { createHash } from 'node:crypto';
import { access, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { runWithProgress, say } from './progress.mjs';
import { CACHE } from './setup.mjs';

/** Path of the checkout. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Path of the pinned Node.js, an npm dependency of this project. */
export const NODE = join(ROOT, 'node_modules', '.bin', 'node');

const LOCKFILE = join(ROOT, 'package-lock.json');
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json');
// File with the hash of the package-lock.json from which node_modules was installed.
const STAMP = join(ROOT, 'node_modules', '.install-stamp');

/**
 * Runs `npm ci` if node_modules does not match package-lock.json; otherwise returns immediately.
 * Rejects if npm fails or installs no usable Node.js.
 */
export async function ensureDependencies() {
  const wanted = createHash('sha256')
    .update(await readFile(LOCKFILE))
    .digest('hex');
  if (await isCurrent(wanted)) return;
  // Two concurrent runs in a fresh checkout must not delete each other's node_modules.
  const name = createHash('sha256').update(ROOT).digest('hex').slice(0, 16);
  const onWait = () => say('Waiting for another run that is installing the dependencies');
  await withLock(join(CACHE, `install-${name}.lock`), onWait, async () => {
    if (await isCurrent(wanted)) return;
    // Sets the log level, because .npmrc silences npm and a failure must show its reason.
    await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=notice']);
    if (!(await isPresent(NODE))) {
      throw new Error(
        'npm ci did not create node_modules/.bin/node. An install script creates it: run npm without ignore-scripts.',
      );
    }
    await writeFile(STAMP, wanted);
  });
}

async function isCurrent(wanted) {
  if (!(await isPresent(INSTALLED)) || !(await isPresent(NODE))) return false;
  if (await isPresent(STAMP)) return (await readFile(STAMP, 'utf8')) === wanted;
  // If the stamp is missing, node_modules is accepted if it is newer than package-lock.json.
  const [lock, installed] = await Promise.all([stat(LOCKFILE), stat(INSTALLED)]);
  if (installed.mtimeMs < lock.mtimeMs) return false;
  await writeFile(STAMP, wanted);
  return true;
}

/** Runs npm, if possible the same npm that runs this script, and shows the elapsed time. */
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
    // A broken link counts as missing.
    return false;
  }
}
