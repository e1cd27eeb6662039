import { expect } from 'chai';
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { createSecureServer, createServer as createHttp2 } from 'node:http2';
import { connect, createServer, type Socket } from 'node:net';
import { request } from 'undici';
import { createEgressAgent, createEgressConnector } from '../../adapters/egress/agent.js';
import { parseEgressAllow } from '../../adapters/egress/allow-list.js';
import { toUrlRefusal } from '../../adapters/egress/refusal.js';
import { GOOD, get, guard, PLENTY_MS, refused, resolverOf } from './rig.js';
import { closeServers, openServer } from '../support/loopback.js';
import { http, hungUp, serve, type Site, throwawayCertificate } from './servers.js';

const NOTHING = parseEgressAllow('');

describe('egress connections', () => {
  let site: Site;
  beforeEach(async () => {
    site = await serve((socket) => socket.end(http(200, [], 'hello')));
  });
  afterEach(closeServers);

  it('reject literal private addresses in the agent itself, without DNS', async () => {
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '10.0.0.1', '169.254.169.254']) {
      const portMap = new Map([[host, site.port]]);
      const agent = createEgressAgent({ allow: NOTHING, portMap });
      const call = request(`https://${host}/`, { dispatcher: agent });
      const never = new AbortController().signal;
      await refused(
        call.catch((error: unknown) => Promise.reject(toUrlRefusal(error, never))),
        'blocked_address',
      );
      await agent.destroy();
    }
    expect(site.connections()).to.equal(0);
  });

  it('cannot reach our own listener under any name or literal address', async () => {
    const fetch = guard(site, { allow: NOTHING });
    for (const host of [GOOD, 'other.egress.test', '127.0.0.1', 'localhost.', '[::1]']) {
      await refused(get(fetch, `https://${host}/`), 'blocked_address');
    }
    expect(site.connections()).to.equal(0);
  });

  it('are destroyed if the socket reached a different address than the checked one', async () => {
    const socket = connect(await openServer(createServer()), '127.0.0.1');
    await once(socket, 'connect');
    const connector = createEgressConnector({ allow: NOTHING }, () => (_target, done) => {
      done(null, socket);
    });
    const target = { protocol: 'https:', hostname: '1.1.1.1', port: '' };
    const connected = new Promise<Socket>((resolve, reject) => {
      connector(target, (error, made) => (made ? resolve(made) : reject(error ?? new Error())));
    });
    await refused(connected, 'blocked_address');
    expect(socket.destroyed).to.be.true;
  });

  it('report missing local files, ports and memory differently from a remote fault', async () => {
    for (const [code, reason] of [
      ['EMFILE', 'exhausted'],
      ['ENFILE', 'exhausted'],
      ['ENOBUFS', 'exhausted'],
      ['ENOMEM', 'exhausted'],
      ['ECONNREFUSED', 'connect'],
    ] as const) {
      const fault = Object.assign(new Error(code), { code, syscall: 'connect' });
      const connector = createEgressConnector({ allow: NOTHING }, () => (_target, done) => {
        done(fault, null);
      });
      const target = { protocol: 'https:', hostname: '1.1.1.1', port: '' };
      const connected = new Promise<Socket>((resolve, reject) => {
        connector(target, (error, made) => (made ? resolve(made) : reject(error ?? new Error())));
      });
      await refused(connected, reason);
    }
  });

  it('use HTTP/1.1 with a server that prefers HTTP/2', async () => {
    await get(guard(site), `https://${GOOD}/`);
    expect(site.visits[0]?.socket.alpnProtocol).to.equal('http/1.1');
  });

  it('fail with `tls` over HTTPS and with `reset` over HTTP if the server supports only HTTP/2', async () => {
    const port = await openServer(createSecureServer(throwawayCertificate()));
    await refused(
      get(guard(site, { portMap: new Map([[GOOD, port]]) }), `https://${GOOD}/`),
      'tls',
    );
    const clear = await openServer(createHttp2());
    const allow = parseEgressAllow(`http://${GOOD}:${clear}`);
    await refused(
      get(guard(site, { allow, portMap: new Map() }), `http://${GOOD}:${clear}/`),
      'reset',
    );
  });

  it('send only User-Agent, Accept-Encoding and SNI as headers', async () => {
    await get(guard(site), `https://${GOOD}/a?b#c`);
    const [visit] = site.visits;
    expect(visit?.path).to.equal('/a?b');
    expect(visit?.socket.servername).to.equal(GOOD);
    const names = visit?.head.trim().split('\r\n').slice(1);
    expect(names?.map((line) => line.split(':')[0]?.toLowerCase()).toSorted()).to.deep.equal([
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(visit?.head.toLowerCase()).to.contain('accept-encoding: identity\r\n');
  });

  it('are opened and closed for every call', async () => {
    const fetch = guard(site);
    for (const _ of [1, 2, 3]) await get(fetch, `https://${GOOD}/`);
    expect(site.connections()).to.equal(3);
    await hungUp(site);
  });

  it('fail as a TLS fault if the certificate is for another name or from an unknown authority', async () => {
    const portMap = new Map([
      ['other.example', site.port],
      [GOOD, site.port],
    ]);
    await refused(get(guard(site, { portMap }), 'https://other.example/'), 'tls');
    await refused(get(guard(site, { portMap, ca: undefined }), `https://${GOOD}/`), 'tls');
    expect(site.visits).to.have.length(0);
  });

  it('check certificates despite NODE_TLS_REJECT_UNAUTHORIZED', async () => {
    const restore = withEnvironment({ NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    try {
      await refused(get(guard(site, { ca: undefined }), `https://${GOOD}/`), 'tls');
    } finally {
      restore();
    }
  });

  it('ignore proxy environment variables', async () => {
    let proxied = 0;
    const proxy = createHttp().on('connection', () => (proxied += 1));
    const url = `http://127.0.0.1:${await openServer(proxy)}`;
    const names = [
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'ALL_PROXY',
      'http_proxy',
      'https_proxy',
      'all_proxy',
    ];
    const proxies: Record<string, string> = { NODE_USE_ENV_PROXY: '1', NO_PROXY: '', no_proxy: '' };
    for (const name of names) proxies[name] = url;
    const restore = withEnvironment(proxies);
    try {
      expect((await get(guard(site), `https://${GOOD}/`)).bytes).to.equal(5);
    } finally {
      restore();
    }
    expect(proxied).to.equal(0);
    expect(site.connections()).to.equal(1);
  });

  it('fail as a connect fault if the port is closed at every address', async () => {
    const portMap = new Map([[GOOD, 1]]);
    await refused(get(guard(site, { portMap }), `https://${GOOD}/`), 'connect');
    const allow = parseEgressAllow('127.0.0.0/8');
    const resolver = resolverOf({ [GOOD]: ['127.0.0.1', '127.0.0.1'] });
    await refused(get(guard(site, { portMap, allow, resolver }), `https://${GOOD}/`), 'connect');
  });

  it('end at the connect timeout or the deadline when a TLS handshake stalls', async () => {
    const silent = createServer((socket) => socket.resume());
    const portMap = new Map([[GOOD, await openServer(silent)]]);
    for (const [limits, call] of [
      [{ connectMs: 150 }, {}],
      [{}, { deadlineMs: 150 }],
    ] as const) {
      const connected = once(silent, 'connection');
      const started = performance.now();
      await refused(get(guard(site, { portMap, ...limits }), `https://${GOOD}/`, call), 'timeout');
      const [socket] = (await connected) as [Socket];
      if (!socket.closed) await once(socket, 'close');
      expect(performance.now() - started).to.be.within(140, PLENTY_MS / 2);
    }
  });

  it('fail as a TLS fault if the peer closes during the handshake or does not speak TLS', async () => {
    for (const answer of [
      (socket: Socket) => socket.end(),
      (socket: Socket) => socket.end('SSH-2.0-x\r\n'),
    ]) {
      const portMap = new Map([[GOOD, await openServer(createServer(answer))]]);
      await refused(get(guard(site, { portMap }), `https://${GOOD}/`), 'tls');
    }
  });

  it('reach an allowed origin in clear text on its own port', async () => {
    const plain = createHttp((_request, response) => response.end('plain'));
    const origin = `http://127.0.0.1:${await openServer(plain)}`;
    const fetch = guard(site, { allow: parseEgressAllow(origin), portMap: undefined });
    expect((await get(fetch, `${origin}/`)).bytes).to.equal(5);
    // The operating system resolves this name, like the names of compose services.
    const named = origin.replace('127.0.0.1', 'localhost');
    const system = guard(site, { allow: parseEgressAllow(named), resolver: undefined });
    expect((await get(system, `${named}/`)).bytes).to.equal(5);
  });
});

/** Sets environment variables. @returns a function that restores the old values */
function withEnvironment(variables: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
