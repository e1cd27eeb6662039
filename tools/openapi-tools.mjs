// Provides the tools with which the tests check openapi.json: type generators and two linters; and
// pyright, which checks clients/python. They are in the cache and not in node_modules, because they
// are 300 packages that nothing else needs, and one of them needs TypeScript 5, while this checkout
// uses TypeScript 7.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provideNpmFolder } from './npm-folder.mjs';
import { providePythonTool } from './python-tool.mjs';

const PINS = fileURLToPath(new URL('openapi/', import.meta.url));

/**
 * Provides the executables `openapi-typescript`, `openapi-ts`, `redocly`, `spectral` and `pyright`,
 * pinned in tools/openapi/package-lock.json; a second call takes only seconds.
 * @returns {Promise<string>} absolute path of their folder; rejects with the end of npm's output if
 * they cannot be installed
 */
export const provideNpmTools = () =>
  provideNpmFolder({
    name: 'openapi-tools',
    pins: PINS,
    executable: 'redocly',
    title: 'Installing OpenAPI generators and linters (first time only)',
  });

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
