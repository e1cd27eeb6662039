import { access, chmod, constants, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readFirstLine } from './build.mjs';
import { provideFolder } from './cached-folder.mjs';
import { runWithProgress } from './progress.mjs';
import { CACHE } from './setup.mjs';

/**
 * Provides a PyPI tool in a separate virtual environment; a second call takes only seconds.
 * @param {{ name: string, version: string, requirements: string, runs: string, waysOut: string[],
 * variable?: string, keepsWheels?: boolean }} tool `requirements` is the file with its pins, `runs`
 * the Python arguments before the caller's, `variable` the environment variable that may name an
 * installed executable, `keepsWheels` whether the folder `wheels` keeps the wheels of all pins
 * @returns {Promise<string>} absolute path of the executable; rejects with instructions if this
 * machine has no suitable Python or cannot reach the package index
 */
export async function providePythonTool(tool) {
  const { name, version, requirements, runs, variable, keepsWheels } = tool;
  const given = variable && process.env[variable];
  if (given) {
    if (await isExecutable(resolve(given))) return resolve(given);
    throw new Error(`${variable} is ${resolve(given)}, which is not an executable file`);
  }
  const home = join(CACHE, name, version);
  const binary = join(home, name);
  try {
    await provideFolder(
      home,
      () => isWorking(binary),
      async (work) => {
        const python = await findPython();
        const title = `Installing ${name} ${version} from PyPI (first time only)`;
        const install = keepsWheels ? INSTALL + KEEP_WHEELS : INSTALL;
        await runWithProgress(title, 'sh', ['-euc', install, python, work, requirements], {
          cwd: work,
        });
        await writeFile(join(work, name), launcherOf(runs));
        await chmod(join(work, name), 0o755);
      },
    );
  } catch (error) {
    const reason = [...tool.waysOut, `\n${error.message}`].join('\n');
    throw new Error(reason, { cause: error });
  }
  return binary;
}

// `$0` is the Python to use, `$1` the folder, `$2` the requirements file. The pip of the new virtual
// environment installs the packages, whichever pip the caller has.
const INSTALL = `
"$0" -m venv "$1/venv"
"$1/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --requirement "$2"
`;

const KEEP_WHEELS = `
"$1/venv/bin/python" -m pip download --quiet --disable-pip-version-check --no-input --no-deps --dest "$1/wheels" --requirement "$2"
`;

// Scripts that pip writes contain the folder in which they were created; this launcher finds its
// folder itself.
const launcherOf = (runs) => `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
exec "$here/venv/bin/python" ${runs} "$@"
`;

async function findPython() {
  for (const name of ['python3', 'python']) {
    const [, minor] =
      /^Python 3\.(\d+)/.exec((await readFirstLine(name, ['--version'])) ?? '') ?? [];
    if (Number(minor) >= 10) return name;
  }
  throw new Error('There is no python3 >= 3.10 on PATH.');
}

/** Rejects a cached environment whose Python was removed, so that it is created again. */
async function isWorking(binary) {
  return (await isExecutable(binary)) && (await readFirstLine(binary, ['--version'])) !== null;
}

/** Returns whether a path is an executable file. */
export async function isExecutable(path) {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    // The file is missing or not permitted, so the caller tries the next alternative.
    return false;
  }
}
