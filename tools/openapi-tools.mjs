// Provides what the tests hold openapi.json against: generators of types, and two linters. They live
// in the cache and not in node_modules, because they are 300 packages that nothing else needs, and
// one of them needs TypeScript 5 beside the TypeScript 7 of this checkout.
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
 * The folder of the executables `openapi-typescript`, `openapi-ts`, `redocly` and `spectral`, as
 * tools/openapi/package-lock.json pins them; seconds on a second call.
 * @returns {Promise<string>} absolute path; rejects with npm's last words when it cannot be had
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
      const title = 'Installing generators and linters of OpenAPI (first time only)';
      // Their install scripts only report who installs them.
      const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
      await runWithProgress(title, 'npm', ['ci', ...options], { cwd: work });
    },
  );
  return bin;
}

/**
 * A Python that has openapi-python-client and mypy, as tools/openapi/python.txt pins them.
 * @returns {Promise<string>} absolute path of the executable; rejects with the ways out
 */
export const providePython = () =>
  providePythonTool({
    name: 'openapi-python',
    version: 'openapi-python-client-0.29.1',
    requirements: join(PINS, 'python.txt'),
    runs: '',
    waysOut: [
      'openapi-python-client is needed to try openapi.json in Python. Either',
      '  1. install Python >= 3.10 with venv (Debian: apt install python3-venv) and run this again, or',
      '  2. leave out test/contract/generated-types.test.ts (only `npm test` runs it).',
    ],
  });
