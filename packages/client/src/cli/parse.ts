import { parseArgs } from 'node:util';
import { COMMON_OPTIONS, UsageError, type Command, type Option, type Values } from './command.js';

/** The parsed words of a command. */
export interface Parsed {
  readonly words: readonly string[];
  readonly values: Values;
}

/** Maximum edit distance of a suggestion. */
const DISTANCE_MAX = 3;

/** Parses the words after the name of a command. @throws {UsageError} with the nearest name */
export function parseWords(command: Command, given: readonly string[]): Parsed {
  const known = [...command.options, ...COMMON_OPTIONS];
  const { tokens } = parseArgs({
    args: [...given],
    options: Object.fromEntries(known.map((one) => [one.name, toConfig(one)])),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const words: string[] = [];
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const option = known.find(({ name }) => name === token.name);
    if (!option)
      throw unknownName(
        'option',
        token.rawName,
        known.map(({ name }) => `--${name}`),
      );
    const value = readValue(option, token.value, token.inlineValue === true);
    values.set(option.name, [...(values.get(option.name) ?? []), ...value]);
  }
  return { words, values };
}

/**
 * Checks the number of a command's arguments.
 * @throws {UsageError}
 */
export function checkWords({ name, usage, words: { min, max } }: Command, given: Parsed): void {
  const { length } = given.words;
  if (length < min) throw new UsageError(`${name} needs ${usage}.`);
  if (length > max) throw new UsageError(`${name} takes ${usage || 'no argument'}, nothing more.`);
}

/** Builds the error for an unknown name, with the nearest known name. */
export function unknownName(kind: string, name: string, known: readonly string[]): UsageError {
  const [nearest] = known
    .map((one) => ({ one, distance: computeDistance(name, one) }))
    .toSorted((a, b) => a.distance - b.distance);
  const isNear = nearest && nearest.distance <= Math.min(DISTANCE_MAX, name.length / 2);
  return new UsageError(
    `unknown ${kind} '${name}'${isNear ? `\n(Did you mean ${nearest.one}?)` : ''}`,
  );
}

const toConfig = ({ name, value }: Option) => ({
  type: value === undefined ? ('boolean' as const) : ('string' as const),
  ...(name === 'help' && { short: 'h' }),
});

function readValue({ name, value }: Option, given: string | undefined, isInline: boolean) {
  if (value === undefined) {
    if (given === undefined) return [];
    throw new UsageError(`--${name} takes no value.`);
  }
  if (given !== undefined && (isInline || !given.startsWith('--'))) return [given];
  throw new UsageError(`--${name} needs a value: --${name} ${value}`);
}

/** Computes the Levenshtein distance. */
function computeDistance(first: string, second: string): number {
  let row = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(first).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(second).entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
