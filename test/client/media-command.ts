import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiSuite, registerSuite, type Customer } from '../api/suite.js';
import type { WorkerOptions } from '../support/workers.js';
import { until } from '../support/until.js';
import { installedClient } from './installed.js';

/** Exit code and output of a finished command. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Waits for a text on either stream. */
  readonly printed: (pattern: RegExp) => Promise<string>;
}

/** The command `media` of the packed client, in an empty home and folder. */
export interface MediaCommand {
  /** Working folder of the commands, and also their home. */
  folder(): string;
  /** The executable of the installed package. */
  bin(): string;
  run(words: readonly string[], env?: Record<string, string>, input?: string): Promise<Ended>;
  start(words: readonly string[], env?: Record<string, string>): Running;
}

/** Builds the environment variables that connect a command to the API as a customer. */
export const connectTo = (url: string, { apiKey }: Pick<Customer, 'apiKey'>) => ({
  MEDIA_API_URL: url,
  MEDIA_API_KEY: apiKey,
});

/** Reads the credits of a customer. */
export async function readCredits({ client }: Customer): Promise<number> {
  const answer = await client.get<{ credits: { total: number } }>('/v1/account');
  return answer.body.credits.total;
}

/** Starts the platform for a describe block, with results at its own address. */
export function commandSuite(workers: WorkerOptions | null = {}): ApiSuite {
  const suite = new ApiSuite();
  // Builds the address later: the port is known only once the API listens.
  const mediaUrl = (key: string) => `${suite.api.url}/media/${key}`;
  return registerSuite(suite, { workers, change: (deps) => ({ ...deps, mediaUrl }) });
}

/** Installs the packed client, and gives each test of a describe block an empty folder. */
export function mediaCommand(): MediaCommand {
  const installed = installedClient();
  const children: ChildProcess[] = [];
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'media-command-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });
  const bin = () => join(installed.project, 'node_modules', '.bin', 'media');
  const start = (words: readonly string[], env: Record<string, string> = {}): Running => {
    const child = spawn(process.execPath, [bin(), ...words], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
      stdio: 'pipe',
    });
    children.push(child);
    return watch(child);
  };
  return {
    folder: () => folder,
    bin,
    start,
    async run(words, env, input = '') {
      const { child, ended } = start(words, env);
      child.stdin?.end(input);
      return ended;
    },
  };
}

/** Collects the output of a process. */
export function watch(child: ChildProcess): Running {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => (texts[name] += text));
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...texts }));
  return {
    child,
    ended,
    printed: (pattern) =>
      until(`${pattern} of a command`, async () => pattern.exec(texts.stdout + texts.stderr)?.[0]),
  };
}
