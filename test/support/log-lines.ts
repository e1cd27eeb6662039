import { createLog, type Log } from '../../runtime/log.js';

/** Log line with the fields that the log wrote. */
export interface LogLine {
  readonly msg: string;
  readonly level: number;
  readonly [fact: string]: unknown;
}

/** Log that keeps the lines of every level in memory. */
export class KeptLog {
  readonly texts: string[] = [];
  readonly log: Log = createLog('test', 'trace', {
    write: (text: string) => void this.texts.push(text),
  });

  get lines(): LogLine[] {
    return this.texts.map((text) => JSON.parse(text) as LogLine);
  }

  /** Returns the lines that contain one of these texts. Tests expect an empty list. */
  linesWith(markers: readonly string[]): string[] {
    return this.texts.filter((text) => markers.some((marker) => text.includes(marker)));
  }
}
