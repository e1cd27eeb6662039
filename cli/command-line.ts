import { Command, CommanderError } from 'commander';

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The arguments of `npm run <script> -- …`, as commander knows them, and their reader. */
export interface CommandLine {
  readonly program: Command;
  /**
   * @returns the help if it is asked for, otherwise null: `program` then has the values
   * @throws {UsageError} with the name nearest to an unknown one, and the help
   */
  readonly read: (words: readonly string[]) => string | null;
}

/** Long lines of the help are not broken, because terminals wrap them. */
const HELP_COLUMNS = 1_000;

/**
 * Creates a command line that never prints or exits by itself: the caller decides what is printed.
 */
export function createCommandLine(script: string, description: string): CommandLine {
  let text = '';
  const keep = (more: string) => {
    text += more;
  };
  const program = new Command(`npm run ${script} --`)
    .description(description)
    .helpOption('-h, --help', 'print this')
    .helpCommand(false)
    .showHelpAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: keep,
      writeErr: keep,
      getOutHelpWidth: () => HELP_COLUMNS,
      getErrHelpWidth: () => HELP_COLUMNS,
    });
  return {
    program,
    read(words) {
      try {
        program.parse(words, { from: 'user' });
        return null;
      } catch (error) {
        if (!(error instanceof CommanderError)) throw error;
        if (error.exitCode === 0) return text.trimEnd();
        throw new UsageError(text.trimEnd());
      }
    },
  };
}
