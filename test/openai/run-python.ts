import { fileURLToPath } from 'node:url';
import { provideOpenAiClients } from '../../tools/openai-clients.mjs';
import { runTool } from '../contract/tool.js';

const SCRIPT = fileURLToPath(new URL('client.py', import.meta.url));
const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Time limit of the first run on a machine, which installs the clients. */
export const INSTALL_MS = 300_000;

/** Runs the script with the Python client. @returns its output @throws {Error} if it fails */
export async function runPython<T>(...args: readonly string[]): Promise<T> {
  const { code, text } = await runTool(await provideOpenAiClients(), [SCRIPT, ...args], FOLDER);
  if (code !== 0) throw new Error(text);
  const [line = ''] = text.split('\n');
  return JSON.parse(line) as T;
}
