import { spawn } from 'node:child_process';

const TICK_MS = 10_000;
const TAIL_BYTES = 20_000;

/**
 * Writes a line about the setup to standard error, so that a program's standard output stays clean.
 */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Formats `95000` as `1 min 35 s`. */
export function elapsed(ms) {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Runs a long command. Hides its output, and shows the elapsed seconds on one line.
 * @param {string} title description of the task
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<void>} rejects with the end of the command's output if it fails
 */
export function runWithProgress(title, command, args, options) {
  const startedAt = Date.now();
  const inPlace = process.stderr.isTTY;
  if (!inPlace) say(`${title} …`);
  const tick = () => {
    const line = `${title} … ${elapsed(Date.now() - startedAt)}`;
    process.stderr.write(inPlace ? `\r${line}` : `${line}\n`);
  };
  const timer = setInterval(tick, inPlace ? 1_000 : TICK_MS);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let tail = '';
    const keep = (chunk) => {
      tail = (tail + chunk).slice(-TAIL_BYTES);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ended with ${signal ?? `code ${code}`}:\n${tail.trim()}`));
    });
  }).finally(() => {
    clearInterval(timer);
    if (inPlace) process.stderr.write('\r\x1b[K');
    say(`${title}: ${elapsed(Date.now() - startedAt)}`);
  });
}
