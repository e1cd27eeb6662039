import type { Input } from './input.js';
import type { Admin } from './open.js';

/** A command's option: `--name VALUE`, or the flag `--name`. */
export interface Option {
  /** Placeholder for the value in the help text; undefined for a flag, which has no value. */
  readonly value?: string;
  readonly help: string;
  readonly required?: boolean;
  /** Value used if the option is not given. */
  readonly fallback?: string;
}

/** A command's result; `data` is what `--json` prints. */
export interface Outcome {
  readonly data: object;
  /** A sentence printed above the data unless `--json` is given. */
  readonly note?: string;
  /** A text printed instead of the data unless `--json` is given. */
  readonly text?: string;
  /** Exit code, 0 unless set. */
  readonly exitCode?: number;
}

/** One command: a row in the table from which commander derives parsing, help and suggestions. */
export interface Command {
  /** Group and verb, such as `account create`, or one word. */
  readonly name: string;
  readonly summary: string;
  /** Names of the positional arguments, all of which are required. */
  readonly args?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  run(admin: Admin, input: Input): Promise<Outcome>;
}

/** No-op counters for commands: the process ends before anything could scrape them. */
export const UNCOUNTED = { generations: { inc: () => undefined } };
