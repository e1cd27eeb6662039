import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

const EXIT_GRACE_MS = 30_000;

/**
 * mocha's readable output, and the exact totals in the file that TEST_TOTALS names, from which
 * `npm test` makes its last line.
 */
export default class TotalsReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = runner.stats ?? { passes: 0, failures: 0, pending: 0 };
      const file = process.env['TEST_TOTALS'];
      if (file) writeFileSync(file, JSON.stringify({ passes, failures, pending }));
      // Something left open would keep the process alive for ever: say what, and fail.
      setTimeout(() => {
        console.error(`Still open after the tests: ${process.getActiveResourcesInfo().join(', ')}`);
        // mocha sets the exit code itself in a listener of its own, which ran before this one.
        process.once('exit', () => (process.exitCode = 1));
        process.exit();
      }, EXIT_GRACE_MS).unref();
    });
  }
}
