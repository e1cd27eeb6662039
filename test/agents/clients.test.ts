import { expect } from 'chai';
import type { ConsentBody } from '../../domain/contract/consent.js';
import { hashId, RECORDS_MAX, computeNetworkShare } from '../../domain/agents/records.js';
import { drip, http, hungUp, serve, type Site } from '../egress/servers.js';
import { Agent, CALLBACK, FOX, letIn, newAgent, openQuestion } from '../support/agent.js';
import { closeServers } from '../support/loopback.js';
import { Browser, signedIn } from '../support/person.js';
import { agentSuite } from './agents-rig.js';
import { fetchFrom } from './fetch-from.js';

const HOST = 'agent.egress.test';
const ID = `https://${HOST}/client.json`;

describe('OAuth clients', () => {
  let site: Site;
  /** DNS results by host name. Other names resolve to the site of the test. */
  const names = new Map<string, string>();
  let allowed = '127.0.0.1/32';
  const suite = agentSuite({
    env: async () => {
      site = await serve((socket) => socket.end(http(404)));
      return {};
    },
    change: (deps) => ({
      ...deps,
      fetchDocument: (url) =>
        fetchFrom(site, HOST, { allow: allowed, addressOf: (name) => names.get(name) })(url),
    }),
    end: async () => closeServers(),
  });
  afterEach(() => {
    names.clear();
    allowed = '127.0.0.1/32';
  });
  const person = async () => signedIn(suite.db, suite.api.url, await suite.customer());
  const publish = (document: object | string, ...headers: string[]) => {
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    site.visits.length = 0;
    const all = ['Content-Type: application/json', ...headers];
    site.answer = (socket) => socket.end(http(200, all, text));
  };
  const agentOf = async (id: string): Promise<Agent> => {
    const agent = new Agent(suite.api);
    await agent.discover();
    agent.client = { client_id: id };
    return agent;
  };
  const opens = async (id: string, browser = new Browser(suite.api.url)) =>
    browser.get<string>((await (await agentOf(id)).ask()).url);
  const document = (id: string) => ({ ...FOX, client_id: id });

  describe('identified by a metadata document', () => {
    it('get tokens after one fetch of the document, and are shown with its host', async () => {
      const browser = await person();
      publish(document(ID), 'Cache-Control: max-age=600');
      const agent = await agentOf(ID);
      const uid = await openQuestion(browser, await agent.ask());
      const question = await browser.get<ConsentBody>(`/app/api/consents/${uid}`);
      expect(question.body).to.include({ client_name: 'Fox', client_host: HOST });
      const tokens = await letIn(agent, browser);
      expect((await suite.enter(tokens.access)).status).to.equal(200);
      expect((await agent.tokens(await agent.refresh(tokens.refresh))).scope).to.equal(
        'read generate',
      );
      expect(site.visits).to.have.length(1);
      const stored = `SELECT 1 FROM oauth_record WHERE model = 'Client' AND payload::text LIKE $1`;
      expect(await suite.db.query(stored, [`%${HOST}%`])).to.deep.equal([]);
    });

    it('cannot make us fetch a document from a private address', async () => {
      allowed = '';
      publish(document(ID));
      const connections = site.connections();
      for (const [id, address] of [
        [`https://${HOST}/private.json`, '127.0.0.1'],
        [`https://${HOST}/mapped.json`, '::ffff:10.0.0.1'],
        [`https://${HOST}/cloud.json`, '169.254.169.254'],
        ['https://127.0.0.1/client.json', null],
        ['https://[::1]/client.json', null],
        ['https://0x7f.1/client.json', null],
        ['https://localhost/client.json', null],
        ['http://agent.egress.test/client.json', null],
        [`https://${HOST}:8443/client.json`, null],
      ] as const) {
        if (address) names.set(HOST, address);
        const { status, headers, text } = await opens(id);
        expect(status, id).to.equal(400);
        expect(headers.get('location')).to.equal(null);
        expect(text).to.include('could not be identified').and.not.include('127.0.0.1');
      }
      expect(site.connections()).to.equal(connections);
    });

    it('are refused while their document is wrong, too large or redirected', async () => {
      const large = { ...document(ID), software_id: 'x'.repeat(20_000) };
      const id = `https://${HOST}/wrong.json`;
      const { client_name: _name, ...nameless } = document(id);
      const cases: [string, object | string][] = [
        ['of somebody else', document(ID)],
        ['no JSON', 'not JSON'],
        ['a list', [document(id)]],
        ['large', { ...large, client_id: id }],
        ['without a name', nameless],
        ['without addresses', { ...document(id), redirect_uris: [] }],
        ['with a secret', { ...document(id), client_secret: 'x' }],
        [
          'with a key of its own',
          { ...document(id), token_endpoint_auth_method: 'private_key_jwt' },
        ],
        ['http elsewhere', { ...document(id), redirect_uris: ['http://evil.example/'] }],
        ['a script', { ...document(id), redirect_uris: ['javascript:alert(1)'] }],
      ];
      for (const [what, text] of cases) {
        publish(text);
        const answered = await opens(id);
        expect(answered.status, `${what} ${answered.text}`).to.equal(400);
        expect(answered.headers.get('location'), what).to.equal(null);
        expect(site.visits, what).to.have.length(1);
      }
      for (const target of [ID, 'https://127.0.0.1/client.json', 'http://169.254.169.254/']) {
        site.visits.length = 0;
        site.answer = (socket) => socket.end(http(302, [`Location: ${target}`]));
        expect((await opens(id)).status, target).to.equal(400);
        expect(site.visits).to.have.length(1);
      }
      publish(document(id));
      expect((await opens(id)).status).to.equal(303);
    });

    it('are refused if the document is not JSON, because anybody could upload such a file', async () => {
      const id = `https://${HOST}/upload.json`;
      const text = JSON.stringify(document(id));
      for (const type of ['text/plain', 'text/html', 'application/jsonp', 'application/x+jsonx']) {
        site.answer = (socket) => socket.end(http(200, [`Content-Type: ${type}`], text));
        expect((await opens(id)).status, type).to.equal(400);
      }
      site.answer = (socket) => socket.end(http(200, [], text));
      expect((await opens(id)).status, 'none').to.equal(400);
      const good = ['Content-Type: application/client-metadata+json; charset=utf-8'];
      site.answer = (socket) => socket.end(http(200, good, text));
      expect((await opens(id)).status).to.equal(303);
    });

    it('are refused if their document never ends', async () => {
      const id = `https://${HOST}/slow.json`;
      site.answer = (socket) => {
        socket.write(http(200, ['Content-Type: application/json']));
        drip(socket);
      };
      expect((await opens(id)).status).to.equal(400);
      await hungUp(site);
    });

    it('can cause only a limited number of fetches per minute', async () => {
      publish('not JSON');
      let fetched = 0;
      for (let at = 0; at < 40; at += 1) {
        site.visits.length = 0;
        await opens(`https://${HOST}/many-${at}.json`);
        fetched += site.visits.length;
      }
      expect(fetched).to.be.within(1, 31);
    });
  });

  describe('registered dynamically', () => {
    const register = (body: unknown) =>
      fetch(`${suite.api.url}/oauth/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });

    it('get restricted metadata without a secret', async () => {
      const answered = await register({
        ...FOX,
        client_name: 'Fox\u202Eevil\u0000\n',
        scope: 'read openid anything',
        token_endpoint_auth_method: 'client_secret_post',
        application_type: 'web',
        sector_identifier_uri: 'https://evil.example/',
        default_max_age: 1,
        logo_uri: 'https://evil.example/',
      });
      const body = (await answered.json()) as Record<string, unknown>;
      expect(answered.status, JSON.stringify(body)).to.equal(201);
      expect(body).to.include({
        client_name: 'Fox evil',
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      });
      expect(body).not.to.have.any.keys(
        'client_secret',
        'default_max_age',
        'logo_uri',
        'registration_access_token',
        'scope',
        'sector_identifier_uri',
      );
    });

    it('cannot register a redirect address that is not allowed', async () => {
      for (const uris of [
        [],
        'x',
        [1],
        ['http://evil.example/callback'],
        ['https://ok.example/', 'http://evil.example/'],
        ['javascript:alert(1)'],
        ['data:text/html,x'],
        ...[
          'ms-msdt:/x',
          'search-ms:query=x',
          'ms-word:ofe|u|https://evil.example/x',
          'smb://evil.example/x',
        ].map((uri) => [uri]),
        ...[
          'view-source:https://evil.example/',
          'filesystem:https://evil.example/',
          'jar:x!/',
          'tel:1',
        ].map((uri) => [uri]),
        ['myapp://callback'],
        ['https://user:word@ok.example/'],
        ['https://user@ok.example/'],
        ['http://user@127.0.0.1/'],
        ['http://127.0.0.1.evil.example/'],
        ['https://ok.example/#part'],
        Array.from({ length: 11 }, (_, at) => `https://ok.example/${at}`),
        [`https://ok.example/${'x'.repeat(500)}`],
      ]) {
        const answered = await register({ ...FOX, redirect_uris: uris });
        expect(answered.status, JSON.stringify(uris).slice(0, 60)).to.equal(400);
      }
      for (const uri of [
        'https://ok.example/callback',
        'http://127.0.0.1:7/callback',
        'http://[::1]/callback',
        'http://localhost/callback',
        'com.example.agent:/callback',
        'cursor://anysphere.cursor-mcp/oauth/callback',
      ]) {
        const answered = await register({ ...FOX, redirect_uris: [uri] });
        expect(answered.status, uri).to.equal(201);
      }
      expect((await register('x')).status).to.equal(400);
      const large = await register({ ...FOX, software_id: 'x'.repeat(80_000) });
      expect(large.status).to.equal(400);
    });

    it('expire after a day if they are not approved, otherwise with their grant', async () => {
      const [stranger, known] = [await newAgent(suite.api), await newAgent(suite.api)];
      await letIn(known, await person());
      const days = async ({ client }: Agent) => {
        const [{ days: left }] = await suite.db.query(
          `SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days
           FROM oauth_record WHERE model = 'Client' AND id_hash = sha256($1::bytea)`,
          [Buffer.from(client.client_id)],
        );
        return left as number;
      };
      expect([await days(stranger), await days(known)]).to.deep.equal([1, 366]);
    });

    it('are refused with the name of the supported method if they authenticate with a key', async () => {
      const { server } = await newAgent(suite.api);
      expect(server.token_endpoint_auth_methods_supported).to.deep.equal(['none']);
      expect(server.revocation_endpoint_auth_methods_supported).to.deep.equal(['none']);
      for (const method of ['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth']) {
        const answered = await register({
          ...FOX,
          token_endpoint_auth_method: method,
          jwks_uri: 'https://agent.example/jwks.json',
        });
        expect([answered.status, await answered.json()]).to.deep.equal([
          400,
          {
            error: 'invalid_client_metadata',
            error_description: `token_endpoint_auth_method ${method} is not supported: register with none and use PKCE`,
          },
        ]);
      }
    });

    it('are limited in number per address and in total', async () => {
      const most = RECORDS_MAX.Client ?? 0;
      const fill = (count: number, network: string | null) =>
        suite.db.query(
          `INSERT INTO oauth_record (model, id_hash, payload, expires_at, network)
           SELECT 'Client', sha256(('filler ' || n)::bytea), '{}', now() + interval '1 hour', $2
           FROM generate_series(1, $1) AS n`,
          [count, network && hashId(network)],
        );
      const empty = () =>
        suite.db.query(`DELETE FROM oauth_record WHERE model = 'Client' AND payload = '{}'::jsonb`);
      for (const [count, network, status] of [
        [most, null, 400],
        // One network has reached its limit, but other networks can still register clients.
        [computeNetworkShare(most), '127.0.0.1', 400],
        [computeNetworkShare(most), '198.51.100.7', 201],
      ] as const) {
        await fill(count, network);
        expect((await register(FOX)).status, `${count} of ${network}`).to.equal(status);
        await empty();
      }
      const statuses: number[] = [];
      for (let at = 0; at < 70; at += 1) statuses.push((await register(FOX)).status);
      expect(statuses).to.include(201).and.include(429);
      expect(statuses.at(-1)).to.equal(429);
    });
  });

  it('are shown with their custom URL scheme if they are native programs', async () => {
    const browser = await person();
    const agent = new Agent(suite.api);
    await agent.discover();
    const [own, web] = ['cursor://anysphere/callback', 'https://agents.example/callback'];
    // Registration has reached the limit of this address, so the row is inserted directly.
    for (const [uri, shown] of [
      [own, 'cursor:'],
      [web, 'agents.example'],
      [CALLBACK, 'this computer'],
    ] as const) {
      const id = `made ${shown}`;
      const client = { ...FOX, client_id: id, redirect_uris: [uri], application_type: 'native' };
      await suite.db.query(
        `INSERT INTO oauth_record (model, id_hash, payload, expires_at)
         VALUES ('Client', sha256($1::bytea), $2, now() + interval '1 day')`,
        [Buffer.from(id), JSON.stringify(client)],
      );
      agent.client = { client_id: id };
      const uid = await openQuestion(browser, await agent.ask({ redirect_uri: uri }));
      const { body } = await browser.get<ConsentBody>(`/app/api/consents/${uid}`);
      expect(body).to.include({ redirect_host: shown, client_host: null });
    }
  });
});
