import type { GenerationBody } from '../domain/contract/generation.js';

type Entry = GenerationBody['timeline'][number];

/** Shows a generation's progress: its timeline entries as lines, with its status below. */
export class DemoScreen {
  private readonly began = Date.now();
  private shownEntries = 0;
  private shownStatus = '';

  constructor(private readonly out: NodeJS.WriteStream) {}

  /** Shows new entries and the status. If the output is not a terminal, prints only changes. */
  show({ status, timeline }: GenerationBody): void {
    for (const entry of timeline.slice(this.shownEntries)) this.printLine(formatEntry(entry));
    this.shownEntries = timeline.length;
    const stage = timeline.at(-1)?.stage;
    const where = status === 'processing' && stage ? `${status} (${stage})` : status;
    if (this.out.isTTY) this.out.write(`\r\x1b[2K  ${where}  ${this.formatElapsed()}`);
    else if (where !== this.shownStatus) this.printLine(`${where}  ${this.formatElapsed()}`);
    this.shownStatus = where;
  }

  /** Clears the progress line. */
  end(): void {
    if (this.out.isTTY) this.out.write('\r\x1b[2K');
  }

  formatElapsed(): string {
    return `${((Date.now() - this.began) / 1_000).toFixed(1)} s`;
  }

  private printLine(text: string): void {
    this.out.write(`${this.out.isTTY ? '\r\x1b[2K' : ''}  ${text}\n`);
  }
}

function formatEntry({ at, stage, resolution, status, message }: Entry): string {
  const time = new Date(at).toLocaleTimeString('en-GB');
  return `${time}  ${stage}: ${resolution}${status === null ? '' : ` (${status})`}  ${message}`;
}
