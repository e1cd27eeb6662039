import { Command, CommanderError } from 'commander';

/** A command line that is not understood: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What `npm run <script> -- …` takes, told to commander, and how it is read. */
export interface CommandLine {
  readonly program: Command;
  /**
   * @returns the help where that is asked for, otherwise null: `program` then has the values
   * @throws {UsageError} with the nearest name of what is unknown, and the help
   */
  readonly read: (words: readonly string[]) => string | null;
}

/** Lines of a help stay as they are: terminals wrap them themselves. */
const HELP_COLUMNS = 1_000;

/** A command line that writes nothing and ends nothing by itself: what is printed, the caller decides. */
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
