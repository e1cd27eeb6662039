import { suggestName } from '../../domain/contract/suggest-name.js';
import { UsageError } from '../command-line.js';

/** One command line's arguments and options, read by type. */
export class Input {
  constructor(
    private readonly args: Readonly<Record<string, string>>,
    private readonly options: Readonly<Record<string, string | true | undefined>>,
  ) {}

  /** Returns a positional argument by its name in the table. */
  arg(name: string): string {
    return this.args[name] ?? throwMissing(name);
  }

  /** Returns the value of an option that is required or has a fallback. */
  text(name: string): string {
    return this.optional(name) ?? throwMissing(`--${name}`);
  }

  optional(name: string): string | null {
    const value = this.options[name];
    return typeof value === 'string' ? value.trim() || null : null;
  }

  /** Returns whether a flag is given. */
  flag(name: string): boolean {
    return this.options[name] === true;
  }

  whole(name: string, min: number, max: number): number {
    const text = this.text(name);
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new UsageError(`--${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }

  /** Returns one name from a fixed set. */
  choice<T extends string>(name: string, known: readonly T[]): T {
    return choose(this.text(name), name, known);
  }

  /** Returns names from a fixed set, given separated by commas; drops duplicates. */
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
