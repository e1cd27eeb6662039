// Provides Schemathesis, which tests the API against its OpenAPI document: `node tools/schemathesis.mjs`.
import {
  access,
  chmod,
  constants,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstLine } from './build.mjs';
import { withLock } from './lock.mjs';
import { runWithProgress, say } from './progress.mjs';
import { CACHE } from './setup.mjs';

/** The only version this checkout is tested with; tools/schemathesis.txt pins what it needs. */
export const SCHEMATHESIS_VERSION = '4.25.2';

const REQUIREMENTS = fileURLToPath(new URL('schemathesis.txt', import.meta.url));
const LAUNCHER = 'schemathesis';

/**
 * Finds or installs Schemathesis: the variable SCHEMATHESIS_BIN, the cache, or a new virtual
 * environment filled from PyPI; seconds on a second call.
 * @returns {Promise<string>} absolute path of the executable; rejects with the ways out when this
 *   machine has no suitable Python or cannot reach the package index
 */
export async function provideSchemathesis() {
  const given = process.env.SCHEMATHESIS_BIN;
  if (given) {
    if (await isExecutable(resolve(given))) return resolve(given);
    throw new Error(`SCHEMATHESIS_BIN names ${resolve(given)}, which is not an executable file`);
  }
  const home = join(CACHE, 'schemathesis', SCHEMATHESIS_VERSION);
  const binary = join(home, LAUNCHER);
  if (await works(binary)) return binary;
  const onWait = () => say('schemathesis: another run is preparing it; waiting');
  await withLock(`${home}.lock`, onWait, async () => {
    if (!(await works(binary))) await install(home);
  });
  return binary;
}

/** Fills `home` in one rename, so that no run ever sees half an environment. */
async function install(home) {
  const python = await findPython();
  const parent = dirname(home);
  const prefix = `making-${SCHEMATHESIS_VERSION}-`;
  await mkdir(parent, { recursive: true });
  // The lock is ours, so what an interrupted run left half done belongs to nobody.
  for (const entry of await readdir(parent)) {
    if (entry.startsWith(prefix)) await rm(join(parent, entry), { recursive: true, force: true });
  }
  const work = await mkdtemp(join(parent, prefix));
  try {
    const title = `Installing schemathesis ${SCHEMATHESIS_VERSION} from PyPI (first time only)`;
    await runWithProgress(title, 'sh', ['-euc', INSTALL, python, work, REQUIREMENTS], {
      cwd: work,
    });
    await writeFile(join(work, LAUNCHER), LAUNCH);
    await chmod(join(work, LAUNCHER), 0o755);
    await chmod(work, 0o755);
    await rm(home, { recursive: true, force: true });
    await rename(work, home);
  } catch (error) {
    throw new Error(waysOut(error.message), { cause: error });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

// `$0` is the Python to use. Its own pip fills the environment, whatever is set outside.
const INSTALL = `
"$0" -m venv "$1/venv"
"$1/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --requirement "$2"
`;

// The scripts that pip writes name the folder in which they were made; this one finds its own.
const LAUNCH = `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
exec "$here/venv/bin/python" -m schemathesis.cli "$@"
`;

async function findPython() {
  for (const name of ['python3', 'python']) {
    const [, minor] = /^Python 3\.(\d+)/.exec((await firstLine(name, ['--version'])) ?? '') ?? [];
    if (Number(minor) >= 10) return name;
  }
  throw new Error(waysOut('There is no python3 >= 3.10 on PATH.'));
}

function waysOut(reason) {
  return [
    `schemathesis ${SCHEMATHESIS_VERSION} is needed to test the API against its OpenAPI document. Either`,
    '  1. install Python >= 3.10 with venv (Debian: apt install python3-venv) and run this again, or',
    '  2. set SCHEMATHESIS_BIN to its executable, or',
    '  3. leave out test/contract/schemathesis.test.ts (only `npm test` runs it).',
    `\n${reason}`,
  ].join('\n');
}

/** A cached environment whose Python was removed since is made again. */
async function works(binary) {
  return (await isExecutable(binary)) && (await firstLine(binary, ['--version'])) !== null;
}

async function isExecutable(path) {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    // Absent and forbidden are the same here: the next way is tried.
    return false;
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    console.log(await provideSchemathesis());
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}
