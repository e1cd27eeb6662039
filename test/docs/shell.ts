import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sendSignal } from '../../supervisor/pid-file.js';
import { until } from '../support/until.js';
import type { ShellBlock } from './shell-blocks.js';

/** The working directory of the commands. */
export interface ShellPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const BLOCK_MS = 90_000;
const STARTED_MS = 150_000;
const ENDED_MS = 60_000;
/** Text that a background command prints when it is ready. */
const READY = /Ctrl-C/;
/** The format of the status lines that curl writes because of CURLRC. */
const STATUS = /^curl-status (\d+) (\S+)$/gm;

const living = new Set<ChildProcess>();
// Stops the supervisors with SIGTERM, because a supervisor that is killed leaves its servers running.
process.on('exit', () => {
  for (const { pid } of living) if (pid) sendSignal(-pid, 'SIGTERM');
});

/** A `.curlrc` that makes curl fail on responses other than 2xx, and write every status to standard error. */
export const CURLRC =
  'fail-with-body\nwrite-out = "%{stderr}\\ncurl-status %{http_code} %{url_effective}\\n"\n';

/** Starts bash as the leader of a process group, so that all its child processes can be ended with it. */
function startBash({ cwd, env }: ShellPlace, args: readonly string[]): ChildProcess {
  const stdio = ['pipe', 'pipe', 'pipe'] as const;
  const child = spawn('bash', ['--noprofile', '--norc', ...args], {
    cwd,
    env,
    stdio: [...stdio],
    detached: true,
  });
  living.add(child);
  child.once('close', () => living.delete(child));
  return child;
}

/** One interactive session, in which blocks run one after the other in the same bash. */
export class Shell {
  private readonly bash: ChildProcess;
  private readonly ended: Promise<unknown>;
  private blocks = 0;
  /** Number of curl calls that got a response. */
  curls = 0;

  constructor(private readonly place: ShellPlace) {
    this.bash = startBash(place, []);
    this.ended = once(this.bash, 'close');
    // An unset variable and a broken pipe are mistakes of the page, so they end the shell.
    this.bash.stdin?.write('set -euo pipefail\n');
  }

  /**
   * Runs a block until it ends.
   * @returns its output on both streams
   * @throws {Error} with the output, when a command fails, when curl gets a response other than 2xx, or after a minute
   * and a half
   */
  async run({ place, text }: Pick<ShellBlock, 'place' | 'text'>): Promise<string> {
    const file = join(this.place.cwd, `.block-${this.blocks++}`);
    const log = `${file}.log`;
    writeFileSync(file, text);
    const { stdin, stdout } = this.bash;
    if (!stdin || !stdout) throw new Error('bash has no pipes');
    const late = once(AbortSignal.timeout(BLOCK_MS), 'abort');
    stdin.write(`. '${file}' </dev/null >'${log}' 2>&1; echo done\n`);
    const problem = await Promise.race([
      once(stdout, 'data').then(() => null),
      this.ended.then(() => 'failed'),
      late.then(() => `took longer than ${BLOCK_MS / 1_000} s`),
    ]);
    const output = readFileSync(log, 'utf8');
    const answers = [...output.matchAll(STATUS)];
    this.curls += answers.length;
    const refused = answers.find(([, status = '']) => !status.startsWith('2'));
    if (problem === null && !refused) return output;
    throw new Error(`${place} ${problem ?? 'got an answer that is not 2xx'}:\n${text}\n${output}`);
  }

  async close(): Promise<void> {
    if (this.bash.pid) sendSignal(-this.bash.pid, 'SIGTERM');
    await this.ended;
  }
}

/** A command that runs in the foreground of a separate terminal. */
export class Foreground {
  private readonly bash: ChildProcess;
  private readonly ended: Promise<unknown>;
  private text = '';

  private constructor(
    place: ShellPlace,
    private readonly block: ShellBlock,
  ) {
    this.bash = startBash(place, ['-euo', 'pipefail', '-c', block.text]);
    for (const stream of [this.bash.stdout, this.bash.stderr]) {
      if (stream)
        createInterface({ input: stream }).on('line', (line) => (this.text += `${line}\n`));
    }
    this.ended = once(this.bash, 'close');
  }

  /** Resolves when the output says how to end the command. @throws {Error} when the command ends earlier */
  static async start(place: ShellPlace, block: ShellBlock): Promise<Foreground> {
    const started = new Foreground(place, block);
    const { bash } = started;
    const ready = async () =>
      READY.test(started.text) || bash.exitCode !== null || bash.signalCode !== null;
    await until(`${block.place} to serve`, ready, STARTED_MS).catch(() => undefined);
    if (READY.test(started.text) && bash.exitCode === null) return started;
    await started.stop();
    throw new Error(`${block.place} did not stay:\n${started.text}`);
  }

  get output(): string {
    return this.text;
  }

  get pid(): number {
    return this.bash.pid ?? 0;
  }

  /** Sends Ctrl-C to the whole process group, as a terminal does. @throws {Error} when the command does not end */
  async stop(): Promise<void> {
    sendSignal(-this.pid, 'SIGINT');
    const gone = async () => this.bash.exitCode !== null || this.bash.signalCode !== null;
    await until(`${this.block.place} to end after Ctrl-C`, gone, ENDED_MS);
    await this.ended;
  }
}
