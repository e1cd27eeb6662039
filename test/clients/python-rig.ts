import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { providePythonClient } from '../../tools/python-client.mjs';
import { runTool } from '../contract/tool.js';
import { temporaryFolder } from '../support/temporary-folder.js';

export const SOURCES = fileURLToPath(new URL('../../clients/python/', import.meta.url));
const SCRIPT = fileURLToPath(new URL('client.py', import.meta.url));
const INSTALL_MS = 300_000;

/** The two clients. Each runs every scenario. */
export const MODES = ['sync', 'async'] as const;
export type Mode = (typeof MODES)[number];

/** The client as users install it: its wheel in an empty virtual environment. */
export interface PythonClient {
  readonly python: () => string;
  /** Runs a Python file or `-c` with the installed client. @throws {Error} with its output */
  readonly run: (args: readonly string[], env?: Record<string, string>) => Promise<string>;
  /** Runs a scenario of client.py. @returns its result */
  readonly play: <T>(
    scenario: string,
    mode: Mode,
    platform?: { readonly url: string; readonly apiKey: string },
    ...args: readonly string[]
  ) => Promise<T>;
}

/** Builds the wheel and installs it for one describe block, without network. */
export function usePythonClient(): PythonClient {
  const folder = temporaryFolder('python-client-');
  const python = () => join(folder(), 'venv', 'bin', 'python');
  const execute = async (command: string, args: readonly string[], env = {}) => {
    const { code, text } = await runTool(command, args, folder(), env);
    if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${text}`);
    return text;
  };
  before('the wheel is built and installed', async function () {
    this.timeout(INSTALL_MS);
    const tools = await providePythonClient();
    const quiet = ['--quiet', '--disable-pip-version-check'];
    const build = ['wheel', ...quiet, '--no-deps', '--no-build-isolation'];
    await execute(tools.python, ['-m', 'pip', ...build, '--wheel-dir', folder(), SOURCES]);
    const wheel = (await readdir(folder())).find((name) => name.endsWith('.whl')) ?? 'no wheel';
    await execute(tools.python, ['-m', 'venv', join(folder(), 'venv')]);
    const offline = ['--no-index', '--find-links', tools.wheels];
    await execute(python(), ['-m', 'pip', 'install', ...quiet, ...offline, join(folder(), wheel)]);
  });
  return {
    python,
    run: (args, env) => execute(python(), args, env),
    async play(
      scenario,
      mode,
      { url, apiKey } = { url: 'http://unused', apiKey: 'none' },
      ...args
    ) {
      const env = { API_URL: url, API_KEY: apiKey };
      const text = await execute(python(), [SCRIPT, scenario, mode, ...args], env);
      return JSON.parse(text.trim().split('\n').at(-1) ?? '');
    },
  };
}

/** Reads the Python blocks of the client's README, in order. */
export async function readBlocks(): Promise<string[]> {
  const page = await readFile(join(SOURCES, 'README.md'), 'utf8');
  return [...page.matchAll(/^```python\n([^]*?)^```/gm)].map(([, block = '']) => block);
}
