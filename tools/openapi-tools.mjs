// Provides the tools with which the tests check openapi.json: type generators and two linters. They
// are in the cache and not in node_modules, because they are 300 packages that nothing else needs.
// One of them needs TypeScript 5, while this checkout uses TypeScript 7.
import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provideFolder } from './cached-folder.mjs';
import { runWithProgress } from './progress.mjs';
import { isExecutable, providePythonTool } from './python-tool.mjs';
import { CACHE } from './setup.mjs';

const PINS = fileURLToPath(new URL('openapi/', import.meta.url));

/**
 * Provides the executables `openapi-typescript`, `openapi-ts`, `redocly` and `spectral`, pinned in
 * tools/openapi/package-lock.json; a second call takes only seconds.
 * @returns {Promise<string>} absolute path of their folder; rejects with the end of npm's output if
 * they cannot be installed
 */
export async function provideNpmTools() {
  const lock = await readFile(join(PINS, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const home = join(CACHE, 'openapi-tools', version);
  const bin = join(home, 'node_modules', '.bin');
  await provideFolder(
    home,
    () => isExecutable(join(bin, 'redocly')),
    async (work) => {
      for (const name of ['package.json', 'package-lock.json']) {
        await copyFile(join(PINS, name), join(work, name));
      }
      const title = 'Installing OpenAPI generators and linters (first time only)';
      // The install scripts of the packages only report usage statistics.
      const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
      await runWithProgress(title, 'npm', ['ci', ...options], { cwd: work });
    },
  );
  return bin;
}

/**
 * Provides a Python with openapi-python-client and mypy, pinned in tools/openapi/python.txt.
 * @returns {Promise<string>} absolute path of the executable; rejects with instructions
 */
export const providePython = () =>
  providePythonTool({
    name: 'openapi-python',
    version: 'openapi-python-client-0.29.1',
    requirements: join(PINS, 'python.txt'),
    runs: '',
    waysOut: [
      'openapi-python-client is needed to test openapi.json in Python. Either',
      '  1. install Python >= 3.10 with venv (Debian: apt install python3-venv) and run this again, or',
      '  2. leave out test/contract/generated-types.test.ts (only `npm test` runs it).',
    ],
  });
