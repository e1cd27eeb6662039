import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { PLANS } from '../../domain/catalogue/plans.js';
import { findFreePort } from '../../supervisor/find-free-port.js';
import type { Customer } from '../api/suite.js';
import { testEnv } from '../support/platform.js';
import { PlatformProcess } from '../support/process.js';
import { until } from '../support/until.js';
import { commandSuite, connectTo, mediaCommand, watch } from './media-command.js';

/** Runs a command in a terminal that is connected to standard input and output. */
const IN_TERMINAL =
  'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
const ID = /gen_[0-9a-f]{32}/;

/** Only the tests run generations here. */
describe('a wait of the command media', () => {
  const suite = commandSuite(null);
  const media = mediaCommand();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 100 });
  });

  const connected = () => connectTo(suite.api.url, customer);
  const run = (...words: string[]) => media.run(words, connected());

  it('explains after Ctrl-C how to repeat a request whose response was lost', async () => {
    const away = { ...connected(), MEDIA_API_URL: `http://127.0.0.1:${await findFreePort(0)}` };
    const { child, ended, printed } = media.start(['image', 'a fox'], away);
    await printed(/does not answer/);
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(code).to.equal(130);
    const [, key = ''] = /--idempotency-key (\S+):/.exec(stderr) ?? [];
    expect((await run('image', 'a fox', '--no-wait', '--idempotency-key', key)).code).to.equal(0);
  });

  it('continues after a limit is reached, and reports it', async () => {
    const limited = await suite.customer({ credits: 100, plan: 'free' });
    const env = connectTo(suite.api.url, limited);
    for (let job = 0; job < PLANS.free.concurrent_jobs; job += 1) {
      const accepted = await media.run(['image', 'a fox', '--no-wait'], env);
      expect(accepted.code, accepted.stderr).to.equal(0);
    }
    const { child, ended, printed } = media.start(['image', 'a fox', '--no-wait'], env);
    expect(await printed(/A limit is reached.*/)).to.match(/the next attempt can be in \d+ s/);
    child.kill('SIGINT');
    expect((await ended).code).to.equal(130);
  });

  it('continues after the API is killed and restarted', async () => {
    const port = await findFreePort(0);
    const url = `http://127.0.0.1:${port}`;
    const env = testEnv({ API_PORT: String(port), PUBLIC_URL: url });
    const first = await PlatformProcess.start('api', env);
    const words = ['image', 'a fox', '--out', 'fox.webp'];
    const { ended, printed } = media.start(words, connectTo(url, customer));
    const id = await printed(/gen_[0-9a-f]{32}(?= accepted)/);
    await first.kill();
    await printed(/does not answer at .*; retrying/);
    const next = await PlatformProcess.start('api', env);
    await suite.complete(id, Buffer.from('a picture'));
    const { code, stdout, stderr } = await ended;
    await next.kill();
    expect([code, stdout], stderr).to.deep.equal([0, 'fox.webp\n']);
    expect(await readFile(join(media.folder(), 'fox.webp'), 'utf8')).to.equal('a picture');
  }).timeout(120_000);

  /** Starts a command in a terminal. */
  function startInTerminal(words: string[], env: Record<string, string> = {}) {
    const command = ['-c', IN_TERMINAL, process.execPath, media.bin(), ...words];
    return watch(
      spawn('python3', command, {
        cwd: media.folder(),
        env: { PATH: process.env['PATH'], HOME: media.folder(), ...connected(), ...env },
        stdio: 'pipe',
      }),
    );
  }

  it('redraws one line in a terminal, and shows the picture if the terminal supports it', async () => {
    const env = { TERM_PROGRAM: 'iTerm.app' };
    const { child, ended, printed } = startInTerminal(['image', 'a fox'], env);
    const id = await printed(/gen_[0-9a-f]{32}(?= accepted)/);
    await printed(/\r\S*queued/);
    await suite.complete(id, Buffer.from('a picture'));
    const { code, stdout } = await ended;
    child.stdin?.end();
    expect(code, stdout).to.equal(0);
    expect(stdout).to.include('\r\x1b[2Kqueued  |  0 s');
    const shown = Buffer.from('a picture').toString('base64');
    expect(stdout).to.match(new RegExp(`\\]1337;File=size=9;[\\w;=]*inline=1:${shown}`));
    expect(stdout).to.match(/a-fox-\w{8}\.webp\r\n$/);
  });

  it('asks before it overwrites a file, and accepts only yes', async () => {
    await writeFile(join(media.folder(), 'fox.webp'), 'mine');
    for (const [answer, code] of [
      ['n', 2],
      ['y', 0],
    ] as const) {
      const words = ['image', 'a fox', '--out', 'fox.webp'];
      const { child, ended, printed } = startInTerminal(words);
      await printed(/fox\.webp exists\. Overwrite\?/);
      child.stdin?.write(`${answer}\n`);
      if (answer === 'y') {
        await suite.complete(await printed(/gen_[0-9a-f]{32}(?= accepted)/), Buffer.from('a fox'));
      }
      expect((await ended).code, answer).to.equal(code);
      child.stdin?.end();
    }
    const saved = async () => readFile(join(media.folder(), 'fox.webp'), 'utf8');
    await until('the new file', async () => (await saved()) === 'a fox');
  });
}).timeout(60_000);

/** Without a worker for media, a generation stays queued. */
describe('Ctrl-C at the command media', () => {
  const suite = commandSuite({ media: false });
  const media = mediaCommand();

  it('ends the wait with exit code 130, and explains how to get or cancel the generation', async () => {
    const customer = await suite.customer({ credits: 100 });
    const env = connectTo(suite.api.url, customer);
    const run = (...words: string[]) => media.run(words, env);
    const { child, ended, printed } = media.start(['image', 'a fox'], env);
    await printed(/accepted/);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    const id = ID.exec(stderr)?.[0] ?? '';
    expect([code, stdout]).to.deep.equal([130, '']);
    expect(stderr).to.include(`media get ${id} --wait`).and.include(`media cancel ${id}`);
    const shown = await customer.client.get(`/v1/generations/${id}`);
    expect(shown.body.status).to.equal('queued');
    const cancelled = await run('cancel', id);
    expect(cancelled.stdout).to.equal(`${id} cancelled, 2 credits refunded\n`);
    const again = await run('cancel', id);
    expect(again.code).to.equal(1);
    expect(again.stderr).to.match(/^409 CONFLICT: /);
    const waited = await run('get', id, '--wait');
    expect(waited.code).to.equal(1);
    expect(waited.stderr).to.include('2 credits were charged, and 2 were refunded.');
  });
}).timeout(60_000);
