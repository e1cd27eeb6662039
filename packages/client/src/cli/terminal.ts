import { createInterface } from 'node:readline/promises';

/** Control characters (C0, DEL and C1), and those that reorder text (Unicode UAX 9). */
const CONTROL = /[\p{Cc}\p{Bidi_Control}]/gu;
const CLEAR = '\r\x1b[2K';
/** For a terminal that does not know its width. */
const COLUMNS = 80;

/** Replaces control characters, because a terminal obeys them. */
export const clean = (text: string): string => text.replaceAll(CONTROL, ' ');

/**
 * Standard output has results; standard error has progress, questions and errors. Every text is
 * cleaned here, so no command can print one that the service chose as it came.
 */
export class Terminal {
  private line = '';

  constructor(
    private readonly input: NodeJS.ReadStream,
    private readonly output: NodeJS.WriteStream,
    private readonly errors: NodeJS.WriteStream,
  ) {}

  /** Whether a person can see the output as it comes. */
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

  /** Writes an escape sequence of this program, or a script. */
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

  /** Asks a question with the answer no by default. */
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
