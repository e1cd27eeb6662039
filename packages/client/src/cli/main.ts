import { readFileSync } from 'node:fs';
import { run } from './run.js';
import { Terminal } from './terminal.js';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

const ended = new AbortController();
// With `once`, a second Ctrl-C ends the process immediately.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
// The reader of the pipe, such as `head`, has closed it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

const terminal = new Terminal(process.stdin, process.stdout, process.stderr);
process.exitCode = await run(process.argv.slice(2), {
  terminal,
  env: process.env,
  cwd: process.cwd(),
  signal: ended.signal,
  version,
});
// An open standard input would keep the process alive.
process.stdin.unref?.();
