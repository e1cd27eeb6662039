import { suggestName } from '../../domain/contract/suggest-name.js';
import { UsageError } from '../command-line.js';

/** The arguments and options of one command line, read by type. */
export class Input {
  constructor(
    private readonly args: Readonly<Record<string, string>>,
    private readonly options: Readonly<Record<string, string | true | undefined>>,
  ) {}

  /** A positional argument by its name in the table. */
  arg(name: string): string {
    return this.args[name] ?? throwMissing(name);
  }

  /** The value of an option that is required or has a fallback. */
  text(name: string): string {
    return this.optional(name) ?? throwMissing(`--${name}`);
  }

  optional(name: string): string | null {
    const value = this.options[name];
    return typeof value === 'string' ? value.trim() || null : null;
  }

  /** Whether a flag is given. */
  flag(name: string): boolean {
    return this.options[name] === true;
  }

  whole(name: string, min: number, max: number): number {
    const text = this.text(name);
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new UsageError(`--${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }

  /** One name from a fixed set. */
  choice<T extends string>(name: string, known: readonly T[]): T {
    return choose(this.text(name), name, known);
  }

  /** Names from a fixed set, separated by commas; duplicates are dropped. */
  choices<T extends string>(name: string, known: readonly T[]): T[] {
    const words = this.text(name)
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
    if (words.length === 0) throwMissing(`--${name}`);
    return [...new Set(words.map((word) => choose(word, name, known)))];
  }
}

function choose<T extends string>(word: string, name: string, known: readonly T[]): T {
  const found = known.find((candidate) => candidate === word);
  if (found !== undefined) return found;
  const nearest = suggestName(word, known);
  const problem = [`--${name} cannot be "${word}"`, ...(nearest ? [nearest] : [])].join('; ');
  throw new UsageError(`${problem}\nKnown: ${known.join(', ')}.`);
}

function throwMissing(name: string): never {
  throw new UsageError(`${name} has no value.`);
}
