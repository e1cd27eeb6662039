import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { NotConnected, readPlatformSource } from '../runtime/connection.js';
import { readEnvironment } from '../runtime/env.js';
import { provideTools } from '../tools/setup.mjs';

/*
 * `npm run temporal -- workflow list …` runs the Temporal CLI, in this project's version, against
 * the platform that `npm start` runs here, or the server at TEMPORAL_ADDRESS. Output and exit code
 * are passed through.
 */

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  try {
    const source = readPlatformSource(readEnvironment(), 'TEMPORAL_ADDRESS');
    const { temporal } = await provideTools(['temporal']);
    const child = spawn(temporal, words, { env: source, stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } catch (error) {
    if (!(error instanceof NotConnected)) throw error;
    console.error(error.message);
    return 1;
  }
}
