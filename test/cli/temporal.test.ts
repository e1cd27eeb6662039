import { expect } from 'chai';
import { testEnv } from '../support/platform.js';
import { runCommand } from './run-command.js';

describe('npm run temporal', () => {
  /** Uses the binaries of the servers of this test run. Otherwise the command would build them again. */
  const { HOME = '', TEMPORAL_BIN = '', XDG_CACHE_HOME = '' } = process.env;
  const run = (words: readonly string[], env: Record<string, string>) =>
    runCommand('cli/temporal.ts', words, { HOME, TEMPORAL_BIN, XDG_CACHE_HOME, ...env });

  it('calls the configured server and exits with the exit code of the Temporal command', async () => {
    const { TEMPORAL_ADDRESS = '', TEMPORAL_NAMESPACE = '' } = testEnv();
    const env = { TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE };
    const found = await run(['operator', 'namespace', 'describe', '--output', 'json'], env);
    expect(found.code, found.stderr).to.equal(0);
    expect(JSON.parse(found.stdout).namespaceInfo.name).to.equal(TEMPORAL_NAMESPACE);
    const missing = await run(['workflow', 'describe', '--workflow-id', 'gen_none'], env);
    expect(missing.code).to.equal(1);
    expect(missing.stderr).to.include('not found');
  });

  it('explains what to do if the platform is not running', async () => {
    const { code, stderr } = await run(['workflow', 'list'], {});
    expect([code, stderr.trim()]).to.deep.equal([
      1,
      'No running platform was found. Start the platform with `npm start`, or set TEMPORAL_ADDRESS.',
    ]);
  });
});
