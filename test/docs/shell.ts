import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sendSignal } from '../../supervisor/pid-file.js';
import { until } from '../support/until.js';
import type { ShellBlock } from './shell-blocks.js';

/** Where commands run. */
export interface ShellPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const BLOCK_MS = 90_000;
const STARTED_MS = 150_000;
const ENDED_MS = 60_000;
/** What a command that stays says once it serves. */
const READY = /Ctrl-C/;
/** What CURLRC has curl write. */
const STATUS = /^curl-status (\d+) (\S+)$/gm;

const living = new Set<ChildProcess>();
// In order: a supervisor that is killed leaves its servers behind.
process.on('exit', () => {
  for (const { pid } of living) if (pid) sendSignal(-pid, 'SIGTERM');
});

/**
 * A `.curlrc` that fails on answers that are not 2xx, and writes every status to standard error.
 */
export const CURLRC =
  'fail-with-body\nwrite-out = "%{stderr}\\ncurl-status %{http_code} %{url_effective}\\n"\n';

/** Starts bash as the leader of a process group, so that all it starts ends with it. */
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

/** One interactive sitting: blocks are run one after the other in the same bash. */
export class Shell {
  private readonly bash: ChildProcess;
  private readonly ended: Promise<unknown>;
  private blocks = 0;
  /** How many calls of curl were answered. */
  curls = 0;

  constructor(private readonly place: ShellPlace) {
    this.bash = startBash(place, []);
    this.ended = once(this.bash, 'close');
    // A variable that nothing has set is a mistake of the page, so is a broken pipe.
    this.bash.stdin?.write('set -euo pipefail\n');
  }

  /**
   * Runs a block to its end.
   * @returns what it printed on both streams
   * @throws {Error} with that, when a command fails, when curl gets anything but a 2xx answer, and
   * after a minute and a half
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

/** A command that stays in the foreground, in a terminal of its own. */
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

  /** @returns once it says how it is ended @throws {Error} when it ends, or does not get so far */
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

  /** Ctrl-C, as a terminal sends it: to the whole group. @throws {Error} when it does not end */
  async stop(): Promise<void> {
    sendSignal(-this.pid, 'SIGINT');
    const gone = async () => this.bash.exitCode !== null || this.bash.signalCode !== null;
    await until(`${this.block.place} to end after Ctrl-C`, gone, ENDED_MS);
    await this.ended;
  }
}
