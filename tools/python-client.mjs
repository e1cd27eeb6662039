// Provides a Python that builds the wheel of clients/python, and the wheels of its dependencies.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { providePythonTool } from './python-tool.mjs';

/**
 * Increase this when tools/python-client.txt changes, which pins all packages with their hashes.
 */
const VERSION = '1';

const TOOL = {
  name: 'python-client',
  version: VERSION,
  requirements: fileURLToPath(new URL('python-client.txt', import.meta.url)),
  runs: '',
  keepsWheels: true,
  waysOut: [
    'Python with hatchling is needed to build and test clients/python. Either',
    '  1. install Python >= 3.10 with venv (Debian: apt install python3-venv) and run this again, or',
    '  2. leave out test/clients/python*.test.ts (only `npm test` runs them).',
  ],
};

/**
 * Finds the build tools in the cache, or installs them in a new virtual environment.
 * @returns {Promise<{ python: string, wheels: string }>} absolute paths of the executable and of
 * the folder with the wheels; rejects with instructions
 */
export async function providePythonClient() {
  const python = await providePythonTool(TOOL);
  return { python, wheels: join(dirname(python), 'wheels') };
}
