import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { ONE_HELPER } from '../supervisor/processes.js';
import { testEnv } from '../test/support/platform.js';

export interface BenchServer {
  readonly child: ChildProcess;
  readonly url: string;
}

/**
 * Starts a server from bench/peers in a separate process. The server runs compiled code on plain Node.js, because code
 * that is compiled at load time is slower.
 */
export async function startServer(
  name: 'api' | 'bare-koa',
  extra: Record<string, string> = {},
): Promise<BenchServer> {
  const child = fork(new URL(`./peers/${name}.ts`, import.meta.url), {
    // Each response writes a log line, as in production, but the bench discards it.
    env: { ...process.env, ...testEnv({ LOG_LEVEL: 'info', ...extra }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [ONE_HELPER],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${name} has ended before it was ready`);
  });
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
  // From here on, the process ends because the bench stops it.
  ended.catch(() => undefined);
  return { child, url: `http://127.0.0.1:${port}` };
}
