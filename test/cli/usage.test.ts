import { expect } from 'chai';
import { runAdmin, runCommand } from './run-command.js';

describe('the admin command line', () => {
  it('exits with 2 and suggests the nearest name for an unknown option', async () => {
    for (const words of [
      ['account', 'create'],
      ['account', 'set-plan', 'acc_1'],
    ]) {
      const { code, stderr } = await runAdmin([...words, '--plna', 'agency']);
      expect(code).to.equal(2);
      expect(stderr).to.include("unknown option '--plna'").and.include('Did you mean --plan?');
    }
  });

  it('exits with 2 and suggests the nearest group, command or value', async () => {
    const group = await runAdmin(['acount', 'show', 'acc_1']);
    const verb = await runAdmin(['account', 'suspnd', 'acc_1']);
    const value = await runAdmin(['account', 'set-plan', 'acc_1', '--plan', 'agncy']);
    expect([group.code, verb.code, value.code]).to.deep.equal([2, 2, 2]);
    expect(group.stderr).to.include("unknown command 'acount'\n(Did you mean account?)");
    expect(verb.stderr).to.include("unknown command 'suspnd'\n(Did you mean suspend?)");
    expect(value.stderr).to.include('cannot be "agncy"; did you mean `agency`?');
  });

  it('exits with 2 and, with --json, prints one object that names the missing arguments', async () => {
    const { code, stdout, stderr } = await runAdmin(['credits', 'grant', '--json']);
    expect(code).to.equal(2);
    expect(stderr).to.equal('');
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string } };
    expect(error.code).to.equal('USAGE');
    expect(error.message).to.include('ACCOUNT_ID').and.include('--amount');
  });

  it('exits with 2 for a missing or extra value, argument or command, and names it', async () => {
    const wrong = [
      [['account', 'create', '--plan'], "option '--plan <PLAN>' argument missing"],
      [['account', 'show'], "missing required argument 'ACCOUNT_ID'"],
      [['account', 'show', 'acc_1', 'acc_2'], 'too many arguments'],
      [['credits', 'grant', 'acc_1'], 'missing required --amount <N>'],
      [['account'], 'raise-limit [options] <ACCOUNT_ID>'],
      [[], 'doctor'],
    ] as const;
    for (const [words, text] of wrong) {
      const { code, stdout, stderr } = await runAdmin([...words]);
      expect([code, stdout], words.join(' ')).to.deep.equal([2, '']);
      expect(stderr).to.include(text);
    }
  });

  it('prints the help as one object for --help --json', async () => {
    for (const words of [[], ['account', 'create']]) {
      const asked = [...words, '--help', '--json'];
      const { code, stdout, stderr } = await runCommand('cli/admin/main.ts', asked, {});
      expect([code, stderr]).to.deep.equal([0, '']);
      const { usage } = JSON.parse(stdout) as { usage: string };
      expect(usage).to.include(['Usage: npm run admin --', ...words].join(' '));
    }
  });

  it('prints help at every level without a database', async () => {
    const levels = [[], ['account'], ['account', 'create']];
    const helps = await Promise.all(
      levels.map((words) => runCommand('cli/admin/main.ts', [...words, '--help'], {})),
    );
    expect(helps.map(({ code }) => code)).to.deep.equal([0, 0, 0]);
    const [all, group, command] = helps.map(({ stdout }) => stdout);
    expect(all)
      .to.match(/^ +doctor /m)
      .and.match(/^ +account +create /m);
    expect(all).to.match(/^ +raise-limit ACCOUNT_ID +Raise /m);
    expect(group)
      .to.match(/^ +create /m)
      .and.not.include('doctor');
    expect(command).to.include('--credits <N>');
  });

  it('explains how to start a platform if the platform is not running and DATABASE_URL is not set', async () => {
    const { code, stderr } = await runCommand('cli/admin/main.ts', ['doctor'], {});
    expect(code).to.equal(1);
    expect(stderr).to.include('npm start').and.include('DATABASE_URL');
    expect(stderr).to.not.include('    at ');
  });
});

describe('the command line of npm run replay', () => {
  it('exits with 2 and suggests the nearest option, and prints help without a platform', async () => {
    const [wrong, nothing, help] = await Promise.all(
      [['--hlep'], [], ['--help']].map((words) => runCommand('cli/replay.ts', words, {})),
    );
    expect([wrong?.code, nothing?.code, help?.code]).to.deep.equal([2, 2, 0]);
    expect(wrong?.stderr).to.include('(Did you mean --help?)').and.include('Usage: npm run ');
    expect(nothing?.stderr).to.include('Usage: npm run ');
    expect([wrong?.stdout, nothing?.stdout, help?.stderr]).to.deep.equal(['', '', '']);
  });
});
