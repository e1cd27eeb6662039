import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { ONE_HELPER } from '../supervisor/processes.js';
import { testEnv } from '../test/support/platform.js';

export interface BenchServer {
  readonly child: ChildProcess;
  readonly url: string;
}

/**
 * Starts a server of bench/peers as a process of its own. It runs on plain Node.js with the
 * flag that ours have in service: code that is compiled on its way in is slower.
 */
export async function startServer(
  name: 'api' | 'bare-koa',
  extra: Record<string, string> = {},
): Promise<BenchServer> {
  const child = fork(new URL(`./peers/${name}.ts`, import.meta.url), {
    // Each answer has its line, as in service, but nobody reads it.
    env: { ...process.env, ...testEnv({ LOG_LEVEL: 'info', ...extra }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [ONE_HELPER],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${name} has ended before it was ready`);
  });
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
  // Later it ends because it is told to.
  ended.catch(() => undefined);
  return { child, url: `http://127.0.0.1:${port}` };
}
