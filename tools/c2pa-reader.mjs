// Provides Python with c2pa-python, a second reader of Content Credentials for tests.
import { fileURLToPath } from 'node:url';
import { providePythonTool } from './python-tool.mjs';

/** Increase this when the pins of the packages in tools/c2pa-reader.txt change. */
const VERSION = '1';

const TOOL = {
  name: 'c2pa-reader',
  version: VERSION,
  requirements: fileURLToPath(new URL('c2pa-reader.txt', import.meta.url)),
  runs: '',
  variable: 'C2PA_READER_PYTHON',
  waysOut: [
    'Python with c2pa-python is needed to read Content Credentials a second time. Either',
    '  1. install Python >= 3.10 with venv (Debian: apt install python3-venv) and run this again, or',
    '  2. set C2PA_READER_PYTHON to a Python that has tools/c2pa-reader.txt installed, or',
    '  3. leave out test/media/credentials/second-reader.test.ts (only `npm test` runs it).',
  ],
};

/**
 * Finds or installs Python with the reader: from C2PA_READER_PYTHON, the cache, or a new virtual
 * environment.
 * @returns {Promise<string>} absolute path of a Python; rejects with alternatives
 */
export const provideC2paReader = () => providePythonTool(TOOL);
