// Provides Python with the OpenAI client and the LiteLLM proxy, which the tests run against the
// API.
import { fileURLToPath } from 'node:url';
import { providePythonTool } from './python-tool.mjs';

/** Increase this when the pins of the packages in tools/openai-clients.txt change. */
const VERSION = '1';

const TOOL = {
  name: 'openai-clients',
  version: VERSION,
  requirements: fileURLToPath(new URL('openai-clients.txt', import.meta.url)),
  runs: '',
  variable: 'OPENAI_CLIENTS_PYTHON',
  waysOut: [
    'Python with the OpenAI client and LiteLLM is needed to test /openai/v1 with them. Either',
    '  1. install Python >= 3.10 with venv (Debian: apt install python3-venv) and run this again, or',
    '  2. set OPENAI_CLIENTS_PYTHON to a Python that has tools/openai-clients.txt installed, or',
    '  3. leave out test/openai/python.test.ts and test/openai/litellm.test.ts (only `npm test` runs them).',
  ],
};

/**
 * Finds or installs Python with the clients: from OPENAI_CLIENTS_PYTHON, the cache, or a new
 * virtual environment.
 * @returns {Promise<string>} absolute path of a Python; rejects with alternatives
 */
export const provideOpenAiClients = () => providePythonTool(TOOL);
