import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { testDatabaseUrl } from '../support/test-database.js';
import { openAccount, type Ended, type Refused } from './run-command.js';

const ROOT = resolve(import.meta.dirname, '..', '..');

/** Runs the command as a person types it in the checkout, with the settings and the banner of npm. */
function npmRun(words: readonly string[], databaseUrl = testDatabaseUrl()): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  const options = { cwd: ROOT, env: { PATH, HOME, DATABASE_URL: databaseUrl }, timeout: 60_000 };
  return new Promise((done) => {
    execFile('npm', ['run', 'admin', '--', ...words], options, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
    });
  });
}

const parsed = <T>({ stdout }: Ended): T => JSON.parse(stdout) as T;

describe('npm run admin -- … --json', () => {
  it('prints one JSON object for account create that the next command can use', async () => {
    const created = await npmRun(['account', 'create', '--plan', 'agency', '--json']);
    expect(created.code, created.stderr).to.equal(0);
    const account = parsed<{ account_id: string; api_key: string }>(created);
    expect(account).to.have.all.keys('account_id', 'api_key', 'key_id');
    const words = ['key', 'create', '--account', account.account_id, '--json'];
    const key = await npmRun(words);
    expect(parsed(key)).to.have.all.keys('key_id', 'api_key');
  });

  it('prints one JSON object for doctor, whether its checks pass or fail', async () => {
    const ended = await npmRun(['doctor', '--json']);
    const { ok } = parsed<{ ok: boolean }>(ended);
    expect(ended.code).to.equal(ok ? 0 : 1);
  });

  it('prints errors as JSON, and exits with 1 for a refusal, 2 for a wrong command line, and 1 without a database', async () => {
    const account = await openAccount('free');
    const full = await npmRun(['key', 'create', '--account', account, '--json']);
    const wrong = await npmRun(['key', 'craete', '--json']);
    const away = await npmRun(['doctor', '--json'], 'postgres://nobody@127.0.0.1:1/media');
    expect([full.code, wrong.code, away.code]).to.deep.equal([1, 2, 1]);
    const codes = [full, wrong, away].map((ended) => parsed<Refused>(ended).error.code);
    expect(codes).to.deep.equal(['LIMIT_REACHED', 'USAGE', 'UNAVAILABLE']);
  });

  it('prints readable text without the flag, and failures as sentences on standard error', async () => {
    const account = await openAccount('free');
    const shown = await npmRun(['key', 'list', '--account', account]);
    expect(shown.stdout).to.match(/^account id +acc_/);
    const failed = await npmRun(['account', 'show', 'acc_nobody']);
    expect([failed.code, failed.stdout]).to.deep.equal([1, '']);
    expect(failed.stderr).to.match(/^No account acc_nobody/m);
  });
});
