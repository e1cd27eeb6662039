import type { Command as Entry } from 'commander';
import { createCommandLine } from '../command-line.js';
import type { Command } from './command.js';
import { Input } from './input.js';

/** A parsed command line: a command to run, or a help text to print. */
export type Request =
  | { readonly command: Command; readonly input: Input }
  | { readonly help: string };

type OptionValues = Readonly<Record<string, string | true | undefined>>;

/**
 * Parses a command line.
 * @throws {UsageError} for an unknown name, with the closest known name
 */
export function readRequest(words: readonly string[], commands: readonly Command[]): Request {
  const { program, read } = createCommandLine(
    'admin',
    'Works on the platform that `npm start` runs here, or on the one at DATABASE_URL.',
  );
  program
    .option('--json', 'print only one JSON object, also for errors')
    .configureHelp({ showGlobalOptions: true });
  let request: Request | null = null;
  for (const command of commands) {
    const entry = addCommand(program, command, commands);
    entry.action(() => {
      expectRequired(entry, command);
      request = { command, input: createInput(entry, command) };
    });
  }
  const help = read(words);
  return request ?? { help: help ?? '' };
}

function addCommand(program: Entry, command: Command, commands: readonly Command[]): Entry {
  const [group = '', verb] = command.name.split(' ');
  const parent = verb === undefined ? program : ensureGroup(program, group, commands);
  const entry = parent.command(verb ?? group).description(command.summary);
  for (const name of command.args ?? []) entry.argument(`<${name}>`);
  for (const [name, option] of Object.entries(command.options ?? {})) {
    const help = option.required ? `${option.help} (required)` : option.help;
    const value = option.value === undefined ? '' : ` <${option.value}>`;
    entry.option(`--${name}${value}`, help, option.fallback);
  }
  return entry;
}

/**
 * Creates the parent command of commands such as `account create`; the overview has one line per
 * verb.
 */
function ensureGroup(program: Entry, group: string, commands: readonly Command[]): Entry {
  const known = program.commands.find((entry) => entry.name() === group);
  if (known) return known;
  const rows = commands
    .filter(({ name }) => name.startsWith(`${group} `))
    .map(({ name, args = [], summary }) => ({
      left: [name.slice(group.length + 1), ...args].join(' '),
      summary,
    }));
  const width = Math.max(...rows.map(({ left }) => left.length));
  const lines = rows.map(({ left, summary }) => `${left.padEnd(width)}  ${summary}`);
  return program.command(group).summary(lines.join('\n')).helpCommand(false);
}

/** Checked here because commander would report a missing option before a misspelt option. */
function expectRequired(entry: Entry, { options = {} }: Command): void {
  const values = entry.opts<OptionValues>();
  const lacking = entry.options.filter(
    (option) => options[option.name()]?.required && !values[option.attributeName()],
  );
  if (lacking.length === 0) return;
  entry.error(`error: missing required ${lacking.map(({ flags }) => flags).join(', ')}`);
}

function createInput(entry: Entry, { args = [] }: Command): Input {
  const values = entry.opts<OptionValues>();
  return new Input(
    Object.fromEntries(args.map((name, index) => [name, entry.args[index] ?? ''])),
    Object.fromEntries(
      entry.options.map((option) => [option.name(), values[option.attributeName()]]),
    ),
  );
}
