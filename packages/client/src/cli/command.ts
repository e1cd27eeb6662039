import type { MediaClient } from '../client.js';
import type { Terminal } from './terminal.js';

/** The command line is invalid; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command cannot continue; the message contains the next step. The exit code is 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export interface Option {
  /** Name without the two hyphens. */
  readonly name: string;
  /** Placeholder of its value, such as `RATIO`. A switch does not have one. */
  readonly value?: string;
  readonly help: string;
  /** Values to complete. Only the service validates them. */
  readonly choices?: readonly string[];
  /** True if its value can be a file. */
  readonly isFile?: boolean;
  /** True if it can be given several times. */
  readonly isList?: boolean;
}

/** The values of options by name: a list of texts, empty for a switch. */
export type Values = ReadonlyMap<string, readonly string[]>;

/** Environment, input and output of a command. */
export interface Context {
  readonly terminal: Terminal;
  readonly env: Environment;
  readonly cwd: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly words: readonly string[];
  readonly values: Values;
  readonly isJson: boolean;
  /** @throws {CommandError} if neither the environment nor a file has a key */
  readonly connect: () => MediaClient;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Command {
  readonly name: string;
  /** Its arguments, such as `<id>`. */
  readonly usage: string;
  readonly words: { readonly min: number; readonly max: number };
  readonly help: string;
  readonly options: readonly Option[];
  readonly examples: readonly string[];
  /** Completions of its first argument; `files` for file names. */
  readonly choices?: readonly string[] | 'files';
  /** @returns the exit code */
  run(context: Context): Promise<number>;
}

/** Options of every command. */
export const COMMON_OPTIONS: readonly Option[] = [
  { name: 'api-url', value: 'URL', help: 'address of the service' },
  { name: 'json', help: 'print one JSON object per result on standard output, and nothing else' },
  { name: 'help', help: 'print this help' },
];

/** Returns the last value of an option. */
export const valueOf = (values: Values, name: string): string | undefined =>
  values.get(name)?.at(-1);

/**
 * Reads a whole number.
 * @throws {UsageError} if it is not a whole number, or out of range
 */
export function numberOf(
  values: Values,
  name: string,
  { initial, max }: { readonly initial: number; readonly max: number },
): number {
  const text = valueOf(values, name);
  if (text === undefined) return initial;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= max) return value;
  throw new UsageError(`--${name} takes a whole number from 1 to ${max}, not "${text}".`);
}
