// Provides the server binaries that the project runs on: `node tools/setup.mjs [names…]`.
import { constants } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, readFirstLine } from './build.mjs';
import { download } from './download.mjs';
import { withLock } from './lock.mjs';
import { PINS } from './pins.mjs';
import { say } from './progress.mjs';

/** Folder for everything that this project caches outside the checkout. */
export const CACHE = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'media-generation-platform',
);

/**
 * Provides the named tools from the first source that works: the override variable, a suitable
 * binary on PATH, the cache, the official release, a build from the pins.
 * @param {import('./pins.mjs').ToolName[]} names
 * @returns {Promise<Record<string, string>>} absolute path of each executable; if a tool has no
 * source, rejects with all instructions in one message
 */
export async function provideTools(names) {
  const paths = {};
  // Provides one tool after another, because concurrent compilers would only compete for the same
  // cores.
  for (const name of names) paths[name] = await provide(name);
  return paths;
}

async function provide(name) {
  const pin = PINS[name];
  if (!pin) throw new Error(`unknown tool ${name}; known are ${Object.keys(PINS).join(', ')}`);
  const given = process.env[pin.override];
  if (given) {
    const path = resolve(given);
    if (await isExecutable(path)) return path;
    throw new Error(`${pin.override} is ${path}, which is not an executable file`);
  }
  const onPath = await findOnPath(name, pin);
  if (onPath) return onPath;
  const home = join(CACHE, name, pin.version);
  const cached = join(home, name);
  if (await isExecutable(cached)) return cached;
  const onWait = () => say(`${name}: waiting for another run that is preparing it`);
  await withLock(`${home}.lock`, onWait, async () => {
    if (!(await isExecutable(cached))) await make(name, pin, home);
  });
  return cached;
}

async function findOnPath(name, pin) {
  if (!pin.versionLine) return null;
  for (const folder of (process.env.PATH ?? '').split(':').filter(Boolean)) {
    const path = resolve(folder, name);
    if (!(await isExecutable(path))) continue;
    if (pin.versionLine.test((await readFirstLine(path, ['--version'])) ?? '')) return path;
  }
  return null;
}

/** Fills `home` with one rename, so that no process ever sees an incomplete tool. */
async function make(name, pin, home) {
  const parent = dirname(home);
  const prefix = `making-${pin.version}-`;
  // This process holds the lock, so incomplete folders are left over from an interrupted process.
  for (const entry of await readdir(parent)) {
    if (entry.startsWith(prefix)) await rm(join(parent, entry), { recursive: true, force: true });
  }
  const work = await mkdtemp(join(parent, prefix));
  const reasons = [];
  try {
    for (const way of [() => download(name, pin.release, work), () => build(name, pin, work)]) {
      const made = await way().catch((error) => {
        say(`${name}: ${error.message.split('\n', 1)[0]}`);
        reasons.push(error.message);
        return false;
      });
      if (!made) continue;
      await chmod(work, 0o755);
      await chmod(join(work, name), 0o755);
      await rm(home, { recursive: true, force: true });
      await rename(work, home);
      return;
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  throw new Error(waysOut(name, pin, reasons));
}

function waysOut(name, pin, reasons) {
  const compiler = pin.goPackage ? 'Go >= 1.26 (https://go.dev/dl)' : 'Java >= 11 and Maven';
  return [
    `${name} ${pin.version} is needed, but could not be downloaded or built. Either`,
    `  1. install ${compiler} and run this again, or`,
    `  2. ${pin.versionLine ? `put ${name} ${pin.version} on PATH, or set` : 'set'} ${pin.override} to its binary, or`,
    `  3. ${pin.elsewhere}.`,
    ...reasons.map((reason) => `\n${reason}`),
  ].join('\n');
}

async function isExecutable(path) {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    // The file is missing or not permitted, so the next source is tried.
    return false;
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  try {
    await mkdir(CACHE, { recursive: true });
    const paths = await provideTools(names.length > 0 ? names : Object.keys(PINS));
    for (const [name, path] of Object.entries(paths)) console.log(`${name}\t${path}`);
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}
