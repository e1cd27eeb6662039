import { createLog, type Log } from '../../runtime/log.js';

/** A log line as it was written. */
export interface LogLine {
  readonly msg: string;
  readonly level: number;
  readonly [fact: string]: unknown;
}

/** A log of every level that is kept in memory. */
export class KeptLog {
  readonly texts: string[] = [];
  readonly log: Log = createLog('test', 'trace', {
    write: (text: string) => void this.texts.push(text),
  });

  get lines(): LogLine[] {
    return this.texts.map((text) => JSON.parse(text) as LogLine);
  }

  /** Lines that contain one of these texts; there must be none. */
  linesWith(markers: readonly string[]): string[] {
    return this.texts.filter((text) => markers.some((marker) => text.includes(marker)));
  }
}
