import { Command, CommanderError } from 'commander';

/** The command line is invalid; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command line for `npm run <script> -- …`, with its parser. */
export interface CommandLine {
  readonly program: Command;
  /**
   * @returns the help text if requested; otherwise null, and `program` has the values
   * @throws {UsageError} with the closest known name and the help text
   */
  readonly read: (words: readonly string[]) => string | null;
}

/** Wide, because terminals wrap long lines themselves. */
const HELP_COLUMNS = 1_000;

/**
 * Creates a command line that never prints or exits by itself: the caller decides what to print.
 */
export function createCommandLine(script: string, description: string): CommandLine {
  let text = '';
  const keep = (more: string) => {
    text += more;
  };
  const program = new Command(`npm run ${script} --`)
    .description(description)
    .helpOption('-h, --help', 'print this help')
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
