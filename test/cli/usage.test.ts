import { expect } from 'chai';
import { runAdmin, runCommand } from './run-command.js';

describe('admin: the command line', () => {
  it('exit 2 and the nearest name: unknown option', async () => {
    const { code, stderr } = await runAdmin(['account', 'create', '--plna', 'agency']);
    expect(code).to.equal(2);
    expect(stderr).to.include('has no option --plna').and.include('Did you mean "--plan"?');
  });

  it('exit 2 and the nearest name: unknown group, unknown command, unknown value', async () => {
    const group = await runAdmin(['acount', 'show', 'acc_1']);
    const verb = await runAdmin(['account', 'suspnd', 'acc_1']);
    const value = await runAdmin(['account', 'set-plan', 'acc_1', '--plan', 'agncy']);
    expect([group.code, verb.code, value.code]).to.deep.equal([2, 2, 2]);
    expect(group.stderr).to.include('Did you mean "account"?');
    expect(verb.stderr).to.include('Did you mean "suspend"?');
    expect(value.stderr).to.include('Did you mean "agency"?');
  });

  it('exit 2 with --json: one object that says what is missing', async () => {
    const { code, stdout, stderr } = await runAdmin(['credits', 'grant', '--json']);
    expect(code).to.equal(2);
    expect(stderr).to.equal('');
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string } };
    expect(error.code).to.equal('USAGE');
    expect(error.message).to.include('ACCOUNT_ID').and.include('--amount');
  });

  it('--help at every level, without a database', async () => {
    const levels = [[], ['account'], ['account', 'create']];
    const helps = await Promise.all(
      levels.map((words) => runCommand('cli/admin/main.ts', [...words, '--help'], {})),
    );
    expect(helps.map(({ code }) => code)).to.deep.equal([0, 0, 0]);
    const [all, group, command] = helps.map(({ stdout }) => stdout);
    expect(all).to.include('doctor').and.include('account create');
    expect(group).to.include('account create').and.not.include('doctor');
    expect(command).to.include('--credits N');
  });

  it('without a platform and without DATABASE_URL: says how to get one', async () => {
    const { code, stderr } = await runCommand('cli/admin/main.ts', ['doctor'], {});
    expect(code).to.equal(1);
    expect(stderr).to.include('npm start').and.include('DATABASE_URL');
    expect(stderr).to.not.include('    at ');
  });
});
