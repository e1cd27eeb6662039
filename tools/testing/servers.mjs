// Runs the shared servers of a test run in a separate process. They keep running after mocha ends,
// and stop with this process.
import { once } from 'node:events';
import { NODE } from '../install.mjs';
import { startCommand, waitForEnd } from './children.mjs';

/**
 * Starts servers for concurrent test processes.
 * @param {number} jobs number of test processes
 * @param {readonly string[]} names names of the servers; an empty list starts none
 * @param {Record<string, string>} env paths of the binaries
 * @returns {Promise<{ env: Record<string, string>, stop(): Promise<void> }>} rejects if a server
 * does not start
 */
export async function startTestServers(jobs, names, env) {
  if (names.length === 0) return { env: { TEST_SERVERS: '[]' }, stop: async () => undefined };
  const command = [NODE, '--import', './tools/ts-hooks.mjs', 'test/support/serve.ts'];
  const child = startCommand([...command, String(jobs), ...names], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = waitForEnd(child);
  const early = ended.then((problem) => {
    throw new Error(`the test servers did not start: ${problem}`);
  });
  const [TEST_SERVERS] = await Promise.race([once(child, 'message'), early]);
  early.catch(() => undefined);
  return {
    env: { TEST_SERVERS },
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
