import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { hashUserCode } from '../../domain/identity/start-device-login.js';
import { findFreePort } from '../../supervisor/find-free-port.js';
import type { Customer } from '../api/suite.js';
import { closeServers, openServer } from '../support/loopback.js';
import { signedIn } from '../support/person.js';
import { commandSuite, connectTo, mediaCommand } from './media-command.js';

const CODE = /[B-Z]{4}-[B-Z]{4}/;

describe('media login', () => {
  const suite = commandSuite(null);
  const media = mediaCommand();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 12 });
  });
  afterEach(closeServers);

  const profile = () => join(media.folder(), '.config', 'media-platform', 'config.json');

  /** Runs `media login`, and answers it in the dashboard once the code is shown. */
  async function login(answer: (code: string) => Promise<unknown>) {
    const running = media.start(['login', '--api-url', suite.api.url]);
    const shown = await running.printed(CODE);
    const [code = ''] = CODE.exec(shown) ?? [];
    await answer(code);
    return { ...(await running.ended), code, exitCode: (await running.ended).code };
  }

  /** Answers a login as the owner of the account. */
  async function decide(code: string, allow: boolean): Promise<void> {
    const browser = await signedIn(suite.db, suite.api.url, customer);
    const path = `/app/api/device-logins/${code}`;
    const answer = await browser.call('POST', path, { body: { allow } });
    expect(answer.status, answer.text).to.equal(200);
  }

  it('shows a code, waits for the approval, and stores the key for its owner alone', async () => {
    const { exitCode, code, stdout, stderr } = await login((shown) => decide(shown, true));
    expect(exitCode, stderr).to.equal(0);
    expect(stderr).to.include(`${suite.api.deps.env.publicUrl}/app/device?code=${code}`);
    expect(stdout).to.match(/^Connected to http:\S+: plan \w+, 12 credits\n$/);
    const stored = JSON.parse(await readFile(profile(), 'utf8')) as Record<string, string>;
    expect(stored['api_url']).to.equal(suite.api.url);
    expect(stored['api_key']).to.match(/^svc_live_/);
    expect(stdout + stderr).not.to.include(stored['api_key']);
    expect((await stat(profile())).mode & 0o777).to.equal(0o600);
    expect((await stat(join(profile(), '..'))).mode & 0o777).to.equal(0o700);
    expect((await media.run(['list'])).code).to.equal(0);
  });

  const expire = (code: string) =>
    suite.db.query('UPDATE device_login SET expires_at = now() WHERE user_hash = $1', [
      hashUserCode(code),
    ]);
  for (const [status, answer, reason] of [
    ['denied', (code: string) => decide(code, false), 'The login was denied in the browser.'],
    ['expired', expire, 'The code has expired. Run `media login` again.'],
  ] as const) {
    it(`stores nothing and exits with 1 if the login is ${status}`, async () => {
      const { exitCode, stderr } = await login(answer);
      expect([exitCode, stderr.trim().split('\n').at(-1)]).to.deep.equal([1, reason]);
      expect(await readFile(profile()).catch(() => null)).to.equal(null);
    });
  }

  it('stores a key from standard input, unless the service rejects it', async () => {
    const words = ['login', '--with-key', '--api-url', suite.api.url];
    const refused = await media.run(words, {}, 'svc_live_wrong\n');
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.match(/^401 UNAUTHORIZED/);
    expect((await media.run(words, {}, '')).code).to.equal(2);
    expect(await readFile(profile()).catch(() => null)).to.equal(null);
    const { code, stdout } = await media.run([...words, '--json'], {}, `${customer.apiKey}\n`);
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.include({ api_url: suite.api.url, file: profile() });
  });

  it('sends a stored key only to the service that issued it, until the logout', async () => {
    const words = ['--with-key', '--api-url', suite.api.url];
    await media.run(['login', ...words], {}, customer.apiKey);
    const requests: unknown[] = [];
    const other = createServer((request, response) => {
      requests.push(request.headers);
      response.end();
    });
    const url = `http://127.0.0.1:${await openServer(other)}`;
    const elsewhere = await media.run(['list', '--api-url', url]);
    expect(elsewhere.code).to.equal(1);
    expect(elsewhere.stderr).to.include(`The saved key is for ${suite.api.url}, not for ${url}.`);
    expect(requests).to.deep.equal([]);
    const ended = await media.run(['logout']);
    expect(ended.stdout).to.equal(`Deleted ${profile()}\n`);
    expect(ended.stderr).to.include(`${suite.api.url}/app`);
    expect((await media.run(['logout'])).stdout).to.equal('No key is stored here.\n');
  });

  it('is suggested if there is no connection; environment variables override stored files', async () => {
    const none = await media.run(['list']);
    expect(none.code).to.equal(1);
    expect(none.stderr).to.match(
      /^There is no connection .*`media login --api-url URL`.*`npm start`/,
    );
    await mkdir(join(media.folder(), '.data'));
    const running = { api_url: suite.api.url, api_key: customer.apiKey };
    const file = join(media.folder(), '.data', 'connection.json');
    await writeFile(file, JSON.stringify(running));
    expect((await media.run(['list'])).code).to.equal(0);
    const strange = { API_KEY: 'key-of-another-service' };
    expect((await media.run(['list'], strange)).code).to.equal(0);
    const wrong = connectTo(suite.api.url, { apiKey: 'svc_live_wrong' });
    expect((await media.run(['list'], wrong)).stderr).to.match(/^401 UNAUTHORIZED/);
    const nowhere = `http://127.0.0.1:${await findFreePort(0)}`;
    const away = { API_URL: nowhere, API_KEY: 'svc_live_x' };
    const unreachable = await media.run(['list'], away);
    expect(unreachable.code).to.equal(1);
    expect(unreachable.stderr).to.include(`does not answer at ${nowhere} (ECONNREFUSED).`);
  });
}).timeout(60_000);
