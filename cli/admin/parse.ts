import { parseArgs } from 'node:util';
import type { Command } from './command.js';
import { commandHelp, overview } from './help.js';
import { Input } from './input.js';
import { didYouMean, UsageError } from './usage.js';

/** What a command line asks for: a command to run, or a help text. */
export type Request =
  | { readonly command: Command; readonly input: Input }
  | { readonly help: string };

const FLAGS = ['--json', '--help', '-h'];

/**
 * Understands a command line.
 * @throws {UsageError} with the nearest name where one is unknown
 */
export function readRequest(words: readonly string[], commands: readonly Command[]): Request {
  const wantsHelp = words.includes('--help') || words.includes('-h');
  const rest = words.filter((word) => !FLAGS.includes(word));
  const command = commands.find(({ name }) => startsWith(rest, name));
  if (command) {
    if (wantsHelp) return { help: commandHelp(command) };
    return { command, input: readInput(command, rest.slice(command.name.split(' ').length)) };
  }
  const [group, verb] = rest;
  const inGroup = commands.filter(({ name }) => name.split(' ')[0] === group);
  if (wantsHelp && (!group || inGroup.length > 0)) {
    return { help: overview(group ? inGroup : commands) };
  }
  if (!group) throw new UsageError(`Which command?\n\n${overview(commands)}`);
  if (inGroup.length === 0) throw unknown(group, groupsOf(commands));
  const verbs = inGroup.map(({ name }) => name.slice(group.length + 1));
  if (!verb || verb.startsWith('-')) {
    throw new UsageError(`"${group}" needs one of: ${verbs.join(', ')}.`);
  }
  throw unknown(verb, verbs, `${group} `);
}

function startsWith(words: readonly string[], name: string): boolean {
  return name.split(' ').every((word, index) => words[index] === word);
}

function groupsOf(commands: readonly Command[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
}

function unknown(word: string, known: readonly string[], group = ''): UsageError {
  if (word.startsWith('-')) return new UsageError(`${word} stands before any command.`);
  const suggestion = didYouMean(word, known);
  return new UsageError(
    `Unknown command "${group}${word}".${suggestion} Known: ${known.join(', ')}.`,
  );
}

function readInput(command: Command, words: readonly string[]): Input {
  const { args = [], options = {} } = command;
  const { positionals, values } = parseStrictly(command, words);
  const usage = () => `\n\n${commandHelp(command)}`;
  if (positionals.length > args.length) {
    throw new UsageError(`"${positionals[args.length]}" is one argument too many.${usage()}`);
  }
  const lacking = [
    ...args.slice(positionals.length),
    ...Object.keys(options)
      .filter((name) => options[name]?.required && !values[name])
      .map((name) => `--${name}`),
  ];
  if (lacking.length > 0) throw new UsageError(`Missing: ${lacking.join(', ')}.${usage()}`);
  const fallbacks = Object.entries(options).map(([name, { fallback }]) => [name, fallback]);
  return new Input(
    Object.fromEntries(args.map((name, index) => [name, positionals[index] ?? ''])),
    { ...Object.fromEntries(fallbacks), ...values },
  );
}

function parseStrictly({ name, options = {} }: Command, words: readonly string[]) {
  const known = Object.keys(options);
  const config = Object.fromEntries(known.map((option) => [option, { type: 'string' as const }]));
  try {
    const parsed = parseArgs({ args: [...words], options: config, allowPositionals: true });
    return { positionals: parsed.positionals, values: parsed.values as Record<string, string> };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const option = /^Unknown option '(-+[^']*)'/.exec(message)?.[1];
    if (!option) throw new UsageError(message);
    const suggestion = didYouMean(option, [
      ...known.map((text) => `--${text}`),
      '--json',
      '--help',
    ]);
    throw new UsageError(`"${name}" has no option ${option}.${suggestion}`);
  }
}
