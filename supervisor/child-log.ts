import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs';

/** Receives one child process's output, and messages about the process. */
export interface ChildLog {
  /** A line that the process printed. */
  output(line: string): void;
  /** A supervisor message about the process, such as a restart or a kill. */
  notice(text: string): void;
}

const FILE_BYTES_MAX = 20 * 1024 * 1024;
const NAME_WIDTH = 12;
const COLOURS = [36, 35, 32, 33, 34, 95];
const WARNING = 31;

let nextColour = 0;

/**
 * Creates one child's log: every line goes to a file, notices also to the screen.
 * @param file rotated once at 20 MB, so that a long run cannot fill the disk
 * @param onScreen whether the child's own lines are also shown
 */
export function createChildLog(name: string, file: string, onScreen: boolean): ChildLog {
  const colour = COLOURS[nextColour++ % COLOURS.length] ?? 0;
  const append = createBoundedFile(file);
  const show = (text: string, tone: number) =>
    console.log(`${paint(name.padEnd(NAME_WIDTH), tone)} ${text}`);
  return {
    output(line) {
      append(line);
      const readable = onScreen ? toReadable(line) : null;
      if (readable !== null) show(readable, colour);
    },
    notice(text) {
      append(`supervisor: ${text}`);
      show(text, WARNING);
    },
  };
}

/** Colours text on a terminal unless NO_COLOR is set. */
export function paint(text: string, colour: number): string {
  const plain = !process.stdout.isTTY || process.env.NO_COLOR;
  return plain ? text : `\x1b[${colour}m${text}\x1b[0m`;
}

function createBoundedFile(file: string): (line: string) => void {
  let bytes = existsSync(file) ? statSync(file).size : 0;
  return (line) => {
    if (bytes > FILE_BYTES_MAX) {
      renameSync(file, `${file}.1`);
      bytes = 0;
    }
    bytes += Buffer.byteLength(line) + 1;
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
  };
}

const INFO = 30;
const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/**
 * Formats a JSON log line for the screen; other lines, and the file, are unchanged.
 * @returns null for request log lines, which would push everything else off the screen
 */
function toReadable(line: string): string | null {
  const entry = parseObject(line);
  if (!entry || typeof entry['msg'] !== 'string') return line;
  const { msg, level, time: _time, service: _service, ...rest } = entry;
  if (msg === 'request' && Number(level) === INFO) return null;
  const tone = LEVELS[Number(level)];
  const facts = Object.entries(rest).map(([key, value]) => {
    return `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
  return [tone && paint(tone, WARNING), msg, ...facts].filter(Boolean).join(' ');
}

function parseObject(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    // The line is not a log entry, so show it unchanged.
    return null;
  }
}
