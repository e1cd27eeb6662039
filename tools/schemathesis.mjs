// Provides Schemathesis, which tests the API against its OpenAPI document: `node tools/schemathesis.mjs`.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from './progress.mjs';
import { providePythonTool } from './python-tool.mjs';

/**
 * The only version with which this checkout is tested; tools/schemathesis.txt pins its
 * dependencies.
 */
const VERSION = '4.25.2';

const TOOL = {
  name: 'schemathesis',
  version: VERSION,
  requirements: fileURLToPath(new URL('schemathesis.txt', import.meta.url)),
  runs: '-m schemathesis.cli',
  variable: 'SCHEMATHESIS_BIN',
  waysOut: [
    `schemathesis ${VERSION} is needed to test the API against its OpenAPI document. Either`,
    '  1. install Python >= 3.10 with venv (Debian: apt install python3-venv) and run this again, or',
    '  2. set SCHEMATHESIS_BIN to its executable, or',
    '  3. leave out test/contract/schemathesis.test.ts (only `npm test` runs it).',
  ],
};

/**
 * Finds or installs Schemathesis: from SCHEMATHESIS_BIN, the cache, or a new virtual environment
 * that is filled from PyPI.
 * @returns {Promise<string>} absolute path of the executable; rejects with instructions
 */
export const provideSchemathesis = () => providePythonTool(TOOL);

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    console.log(await provideSchemathesis());
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}
