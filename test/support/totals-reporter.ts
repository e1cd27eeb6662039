import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import Mocha from 'mocha';

const EXIT_GRACE_MS = 30_000;
const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_RUN_END } = Mocha.Runner.constants;

/** Test as `npm test -- --report` stores it. */
interface TestRecord {
  readonly title: string;
  readonly file: string;
  readonly ms: number;
  readonly error?: string;
}

/**
 * Prints mocha's readable output. Also writes every test and the exact totals to the file in
 * TEST_TOTALS, from which `npm test` prints its last line.
 */
export default class TotalsReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const tests: TestRecord[] = [];
    const note = (test: Mocha.Runnable, error?: Error) =>
      tests.push({
        title: test.fullTitle(),
        file: relative(process.cwd(), test.file ?? ''),
        ms: test.duration ?? 0,
        ...(error && { error: error.message }),
      });
    runner.on(EVENT_TEST_PASS, (test) => void note(test));
    runner.on(EVENT_TEST_FAIL, (test, error) => void note(test, error));
    runner.once(EVENT_RUN_END, () => {
      const { passes, failures } = runner.stats ?? { passes: 0, failures: 0 };
      const file = process.env['TEST_TOTALS'];
      if (file) writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, tests }));
      // An open handle would keep the process alive forever, so report it and fail.
      setTimeout(() => {
        console.error(`Still open after the tests: ${process.getActiveResourcesInfo().join(', ')}`);
        // mocha sets the exit code in its own listener, which runs before this one.
        process.once('exit', () => (process.exitCode = 1));
        process.exit();
      }, EXIT_GRACE_MS).unref();
    });
  }
}
