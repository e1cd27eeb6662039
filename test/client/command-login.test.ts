import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { findFreePort } from '../../supervisor/find-free-port.js';
import type { Customer } from '../api/suite.js';
import { closeServers, openServer } from '../support/loopback.js';
import { commandSuite, connectTo, mediaCommand } from './media-command.js';

const CODE = 'ABCD-EFGH';
type Status = 'pending' | 'approved' | 'denied' | 'expired';

describe('media login', () => {
  const suite = commandSuite(null);
  const media = mediaCommand();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 12 });
  });
  afterEach(closeServers);

  const profile = () => join(media.folder(), '.config', 'media-platform', 'config.json');

  /**
   * Serves the routes of device logins, which return these statuses in order, and forwards all
   * other requests to the API.
   */
  async function serveLogins(statuses: Status[]): Promise<{ url: string; claims: string[] }> {
    const claims: string[] = [];
    let name = '';
    const respond = async ({ url: path, headers }: IncomingMessage, body: string) => {
      if (path === '/v1/device-logins') {
        ({ client_name: name } = JSON.parse(body) as { client_name: string });
        expect(headers.authorization).to.equal(undefined);
        return Response.json({
          device_code: 'secret',
          user_code: CODE,
          verification_url: `${url}/app/device`,
          verification_url_complete: `${url}/app/device?code=${CODE}`,
          expires_in: 600,
          interval: 1,
        });
      }
      if (path === '/v1/device-logins/claim') {
        claims.push(`${name} ${body}`);
        const status = statuses.shift() ?? 'expired';
        return Response.json({
          status,
          ...(status === 'approved' && { api_key: customer.apiKey }),
        });
      }
      const { authorization = '' } = headers;
      return fetch(suite.api.url + path, { headers: { authorization } });
    };
    const serve = async (request: IncomingMessage, response: ServerResponse) => {
      const answer = await respond(request, await text(request));
      response.writeHead(answer.status, { 'Content-Type': 'application/json' });
      response.end(await answer.text());
    };
    const server = createServer((request, response) => void serve(request, response));
    const url = `http://127.0.0.1:${await openServer(server)}`;
    return { url, claims };
  }

  it('shows a code, waits for the approval, and stores the key for its owner alone', async () => {
    const { url, claims } = await serveLogins(['pending', 'approved']);
    const { code, stdout, stderr } = await media.run(['login', '--api-url', url]);
    expect(code, stderr).to.equal(0);
    expect(stderr).to.include(CODE).and.include(`${url}/app/device?code=${CODE}`);
    expect(stdout).to.match(/^Connected to http:\S+: plan \w+, 12 credits\n$/);
    expect(stdout + stderr).not.to.include(customer.apiKey);
    expect(claims).to.have.length(2);
    expect(claims[0]).to.match(/^\S.* \{"device_code":"secret"\}$/);
    const stored = JSON.parse(await readFile(profile(), 'utf8')) as object;
    expect(stored).to.deep.equal({ api_url: url, api_key: customer.apiKey });
    expect((await stat(profile())).mode & 0o777).to.equal(0o600);
    expect((await stat(join(profile(), '..'))).mode & 0o777).to.equal(0o700);
    expect((await media.run(['list'])).code).to.equal(0);
  });

  for (const [status, reason] of [
    ['denied', 'The login was denied in the browser.'],
    ['expired', 'The code has expired. Run `media login` again.'],
  ] as const) {
    it(`stores nothing and exits with 1 if the login is ${status}`, async () => {
      const { url } = await serveLogins([status]);
      const { code, stderr } = await media.run(['login', '--api-url', url]);
      expect([code, stderr.trim().split('\n').at(-1)]).to.deep.equal([1, reason]);
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
