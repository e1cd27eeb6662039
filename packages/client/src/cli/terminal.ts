import { createInterface } from 'node:readline/promises';

/** Control characters (C0, DEL and C1), and characters that reorder text (Unicode UAX 9). */
const CONTROL = /[\p{Cc}\p{Bidi_Control}]/gu;
const CLEAR = '\r\x1b[2K';
/** Assumed width of a terminal that does not report it. */
const COLUMNS = 80;

/** Replaces control characters, because a terminal would execute them. */
export const clean = (text: string): string => text.replaceAll(CONTROL, ' ');

/**
 * Writes results to standard output, and progress, questions and errors to standard error. Cleans
 * every text, so that commands cannot print control characters from the service.
 */
export class Terminal {
  private line = '';

  constructor(
    private readonly input: NodeJS.ReadStream,
    private readonly output: NodeJS.WriteStream,
    private readonly errors: NodeJS.WriteStream,
  ) {}

  /** True if standard error is a terminal. */
  get isInteractive(): boolean {
    return this.errors.isTTY;
  }

  get canAsk(): boolean {
    return this.isInteractive && this.input.isTTY;
  }

  get showsResults(): boolean {
    return this.output.isTTY;
  }

  /** Width for results; unlimited in a file or a pipe. */
  get columns(): number {
    return (this.output.isTTY && this.output.columns) || Infinity;
  }

  /** Prints a line of the result. */
  print(text: string): void {
    this.clear();
    this.output.write(`${clean(text)}\n`);
  }

  printJson(value: unknown): void {
    this.clear();
    const text = JSON.stringify(value).replaceAll(
      CONTROL,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    this.output.write(`${text}\n`);
  }

  /** Writes our own escape sequence or script, without cleaning it. */
  writeRaw(text: string): void {
    this.clear();
    this.output.write(text);
  }

  /** Prints a line for people. */
  note(text: string): void {
    this.clear();
    this.errors.write(`${clean(text)}\n`);
  }

  /** Replaces the progress line of a terminal. */
  showProgress(text: string): void {
    if (!this.isInteractive) return;
    // A longer line would wrap, and only its last row would be cleared.
    this.line = clean(text).slice(0, (this.errors.columns || COLUMNS) - 1);
    this.errors.write(CLEAR + this.line);
  }

  /** Asks a yes/no question. An empty answer means no. */
  async confirm(question: string, signal: AbortSignal): Promise<boolean> {
    this.clear();
    const lines = createInterface({ input: this.input, output: this.errors });
    try {
      return /^y(es)?$/i.test(
        (await lines.question(`${clean(question)} [y/N] `, { signal })).trim(),
      );
    } finally {
      lines.close();
    }
  }

  /** Reads the first line of standard input. */
  async readLine(charactersMax: number): Promise<string> {
    let text = '';
    for await (const chunk of this.input) {
      text += String(chunk);
      if (text.includes('\n') || text.length > charactersMax) break;
    }
    return (text.split('\n')[0] ?? '').trim();
  }

  private clear(): void {
    if (this.line !== '') this.errors.write(CLEAR);
    this.line = '';
  }
}
