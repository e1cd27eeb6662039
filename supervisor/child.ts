import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildLog } from './child-log.js';
import { sendSignal, writeRecord } from './pid-file.js';
import { waitUntil } from './wait.js';

const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_MAX_MS = 30_000;
/** Uptime after which a process counts as healthy, so its restart backoff is reset. */
const STABLE_AFTER_MS = 60_000;
const KILL_WAIT_MS = 5_000;
/** Maximum delay of a process's last lines after its exit. */
const LAST_WORDS_MS = 100;
const TAIL_LINES = 15;

/** Functions and settings to start, recognise, probe and stop one process. */
export interface ChildSpec {
  /** Display name. */
  readonly name: string;
  /**
   * Starts the process once, `detached`, so that Ctrl-C reaches only the supervisor; its output is
   * piped.
   */
  readonly launch: () => ChildProcess;
  /**
   * Returns true once the process serves; may reject until then. Called at each start and restart.
   */
  readonly probe: () => Promise<boolean>;
  readonly startMs: number;
  readonly log: ChildLog;
  readonly pidFile: string;
  /** Unique part of the process's command line. */
  readonly marker: string;
  readonly stopSignal?: NodeJS.Signals;
  /** Time limit of a graceful stop, before the process is killed. */
  readonly graceMs: number;
}

/** A running process or server that can be stopped. */
export interface Running {
  /** Stops gracefully; resolves when it has ended. */
  stop(): Promise<void>;
}

/** A process that can also be restarted after its code has changed. */
export interface Restartable extends Running {
  restart(): Promise<void>;
}

const living = new Set<Child>();

/** Kills every child immediately, without waiting. */
export function killAllChildren(): void {
  for (const child of living) child.kill();
}

// No child may outlive this process, even after an uncaught error.
process.on('exit', killAllChildren);

/**
 * Starts a process and keeps it running: if it exits unexpectedly, it is restarted after 1 s, then
 * 2 s, up to 30 s.
 * @returns once the process serves
 * @throws {Error} with its last lines if it exits or does not serve within `startMs`; it is then
 * stopped
 */
export async function startChild(spec: ChildSpec, abort?: AbortSignal): Promise<Restartable> {
  const child = new Child(spec);
  try {
    await child.start(abort);
    return child;
  } catch (error) {
    await child.stop();
    throw error;
  }
}

class Child implements Restartable {
  private process: ChildProcess | null = null;
  private state: 'starting' | 'serving' | 'stopping' = 'starting';
  private restartTimer: NodeJS.Timeout | undefined;
  private replacement: Promise<void> | null = null;
  private backoffMs = BACKOFF_FIRST_MS;
  private readonly tail: string[] = [];

  constructor(private readonly spec: ChildSpec) {}

  async start(abort?: AbortSignal): Promise<void> {
    abort?.throwIfAborted();
    const { name, probe, startMs } = this.spec;
    const reasons: string[] = [];
    void this.launch().then((how) => reasons.push(how));
    const isSettled = async () => reasons.length > 0 || abort?.aborted === true || (await probe());
    await waitUntil(`the start of ${name}`, isSettled, { timeoutMs: startMs });
    abort?.throwIfAborted();
    if (reasons.length > 0) {
      await sleep(LAST_WORDS_MS);
      throw new Error([`${name} ${reasons[0]} while it started`, ...this.tail].join('\n  '));
    }
    this.state = 'serving';
  }

  async stop(): Promise<void> {
    this.state = 'stopping';
    clearTimeout(this.restartTimer);
    const pid = this.process?.pid;
    if (pid === undefined) return;
    sendSignal(pid, this.spec.stopSignal ?? 'SIGTERM');
    const { graceMs, name, log } = this.spec;
    const isGone = async () => this.process === null;
    await waitUntil(`the stop of ${name}`, isGone, { timeoutMs: graceMs }).catch(() => {
      log.notice(`did not stop within ${graceMs / 1000} s and is killed`);
      this.kill();
      return waitUntil(`the end of ${name}`, isGone, { timeoutMs: KILL_WAIT_MS });
    });
  }

  /** Kills the process without a grace period: Temporal and the next process resume its work. */
  restart(): Promise<void> {
    // Concurrent callers share one new process.
    this.replacement ??= this.replace().finally(() => (this.replacement = null));
    return this.replacement;
  }

  private async replace(): Promise<void> {
    this.kill();
    await waitUntil('the end of the old process', async () => this.process === null, {
      timeoutMs: KILL_WAIT_MS,
    });
    this.state = 'serving';
    this.relaunch();
  }

  kill(): void {
    this.state = 'stopping';
    clearTimeout(this.restartTimer);
    // Kills the process group, which includes the process's compilers and other helpers.
    if (this.process?.pid !== undefined) sendSignal(-this.process.pid, 'SIGKILL');
  }

  /** Runs the process once; resolves with a text that describes how it ended. */
  private launch(): Promise<string> {
    const { launch, pidFile, marker, stopSignal = 'SIGTERM' } = this.spec;
    const startedAt = Date.now();
    const child = launch();
    this.process = child;
    living.add(this);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.keep(line));
    }
    if (child.pid !== undefined) writeRecord(pidFile, { pid: child.pid, marker, stopSignal });
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`could not be run (${error.message})`));
      child.once('exit', (code, by) => resolve(by ? `ended by ${by}` : `ended with code ${code}`));
    });
    return ended.then((how) => {
      this.process = null;
      living.delete(this);
      rmSync(pidFile, { force: true });
      if (this.state === 'serving') this.scheduleRestart(how, Date.now() - startedAt);
      return how;
    });
  }

  private scheduleRestart(how: string, upMs: number): void {
    if (upMs > STABLE_AFTER_MS) this.backoffMs = BACKOFF_FIRST_MS;
    this.spec.log.notice(`${how}; restarting in ${this.backoffMs / 1000} s`);
    this.restartTimer = setTimeout(() => this.relaunch(), this.backoffMs);
    this.backoffMs = Math.min(this.backoffMs * 2, BACKOFF_MAX_MS);
  }

  private relaunch(): void {
    const startedAt = Date.now();
    const { probe, startMs, log } = this.spec;
    try {
      void this.launch();
    } catch (error) {
      // A limit on files or processes may be the cause, so the next attempt may succeed.
      this.scheduleRestart(`could not be started (${String(error)})`, 0);
      return;
    }
    const born = this.process;
    const isSettled = async () => this.process !== born || (await probe());
    waitUntil('its start', isSettled, { timeoutMs: startMs }).then(
      () => {
        if (this.process !== born) return;
        log.notice(`is serving again after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
      },
      () => log.notice(`was restarted but is not serving after ${startMs / 1000} s`),
    );
  }

  private keep(line: string): void {
    this.tail.push(line);
    if (this.tail.length > TAIL_LINES) this.tail.shift();
    this.spec.log.output(line);
  }
}
