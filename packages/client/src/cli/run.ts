import type { MediaClient } from '../client.js';
import { UsageError, valueOf, type Command, type Context, type Environment } from './command.js';
import { createCompletionCommand } from './completion.js';
import { createClient, findConnection } from './connection.js';
import { describeError } from './describe-error.js';
import { imageCommand, INTERRUPTED, speechCommand, videoCommand } from './generate.js';
import { cancelCommand, getCommand, listCommand, quoteCommand } from './generations.js';
import { writeCommandHelp, writeHelp } from './help.js';
import { listenCommand } from './listen.js';
import { loginCommand, logoutCommand } from './login.js';
import { checkWords, parseWords, unknownName } from './parse.js';
import type { Terminal } from './terminal.js';
import { uploadCommand } from './upload.js';

/** All commands. To add one, add a row. */
const COMMANDS: readonly Command[] = [
  loginCommand,
  logoutCommand,
  imageCommand,
  videoCommand,
  speechCommand,
  uploadCommand,
  listCommand,
  getCommand,
  cancelCommand,
  quoteCommand,
  listenCommand,
  createCompletionCommand(() => COMMANDS),
];

/** The process around a command. */
export interface Surroundings {
  readonly terminal: Terminal;
  readonly env: Environment;
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly version: string;
}

/** Runs a command line. @returns the exit code */
export async function run(given: readonly string[], around: Surroundings): Promise<number> {
  const { terminal } = around;
  const program = 'media';
  const [name = '', ...words] = given;
  const command = COMMANDS.find((one) => one.name === name) ?? null;
  const print = (text: string, to: (line: string) => void) => text.split('\n').forEach(to);
  const toOutput = (line: string) => terminal.print(line);
  const toErrors = (line: string) => terminal.note(line);
  try {
    if (['--version', 'version'].includes(name)) {
      terminal.print(around.version);
      return 0;
    }
    if (['--help', '-h', 'help'].includes(name)) {
      print(writeHelp(program, COMMANDS), toOutput);
      return 0;
    }
    if (!command) {
      if (name === '') throw new UsageError('A command is required.');
      throw unknownName(
        'command',
        name,
        COMMANDS.map((one) => one.name),
      );
    }
    const parsed = parseWords(command, words);
    if (parsed.values.has('help')) {
      print(writeCommandHelp(program, command), toOutput);
      return 0;
    }
    checkWords(command, parsed);
    return await command.run(createContext(around, parsed));
  } catch (error) {
    if (around.signal.aborted) return INTERRUPTED;
    for (const line of describeError(error, command)) print(line, toErrors);
    if (!(error instanceof UsageError)) return 1;
    print(
      `\n${command ? writeCommandHelp(program, command) : writeHelp(program, COMMANDS)}`,
      toErrors,
    );
    return 2;
  }
}

function createContext(
  { terminal, env, cwd, signal }: Surroundings,
  { words, values }: Pick<Context, 'words' | 'values'>,
): Context {
  let client: MediaClient | null = null;
  const given = valueOf(values, 'api-url');
  return {
    terminal,
    env,
    cwd,
    signal,
    words,
    values,
    isJson: values.has('json'),
    connect: () => (client ??= createClient(findConnection({ env, cwd, given }), terminal)),
  };
}
