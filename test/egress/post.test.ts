import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import { parseEgressAllow } from '../../adapters/egress/allow-list.js';
import type { PostResult, PublicFetchDeps } from '../../adapters/egress/public-fetch.js';
import { GOOD, guard, PLENTY_MS, refused, resolverOf } from './rig.js';
import { closeServers } from '../support/loopback.js';
import { drip, http, hungUp, pump, serve, type Site } from './servers.js';

describe('egress POST', () => {
  let site: Site;
  beforeEach(async () => {
    site = await serve((socket) => socket.end(http(200, [], 'thanks')));
  });
  afterEach(closeServers);

  const post = (
    deps: Partial<PublicFetchDeps> = {},
    url = `https://${GOOD}/hook`,
    deadlineMs = PLENTY_MS,
  ): Promise<PostResult> =>
    guard(site, deps).post(url, {
      headers: { 'content-type': 'application/json', 'service-delivery': 'dlv_1' },
      body: '{"a":"é"}',
      deadlineMs,
      maxResponseBytes: 100,
    });

  it('sends body and headers, and returns the status, headers and start of the response', async () => {
    site.answer = (socket) => socket.end(http(429, ['Retry-After: 7'], 'slow down'));
    const posted = await post();
    expect(posted).to.include({ status: 429, bodyExcerpt: 'slow down' });
    expect(posted.headers['retry-after']).to.equal('7');
    const head = site.visits[0]?.head.toLowerCase();
    expect(head).to.match(/^post \/hook /);
    for (const line of ['service-delivery: dlv_1', 'content-length: 10', 'user-agent: ']) {
      expect(head).to.contain(line);
    }
  });

  it('does not follow a redirect, and returns the status of the redirect', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      site.answer = (socket) => socket.end(http(status, [`Location: https://${GOOD}/other`]));
      expect((await post()).status).to.equal(status);
    }
    expect(new Set(site.visits.map(({ path }) => path))).to.deep.equal(new Set(['/hook']));
  });

  it('reads up to the limit without splitting a character, and closes the connection', async () => {
    site.answer = (socket) => {
      socket.write(http(200, [], `${'é'.repeat(49)}aé`));
      pump(socket, Infinity);
    };
    expect((await post()).bodyExcerpt).to.equal(`${'é'.repeat(49)}a`);
    await hungUp(site);
    expect(site.visits[0]?.socket.bytesWritten).to.be.lessThan(32 << 20);
  });

  it('returns status and headers within the deadline if the body arrives slowly or breaks off', async () => {
    site.answer = (socket) => {
      socket.write(http(200));
      drip(socket);
    };
    const posted = await post({}, undefined, 2_000);
    expect(posted.status).to.equal(200);
    // The body would reach its limit of 100 bytes only after 5 seconds, so the deadline ended the call.
    expect(posted.bodyExcerpt).to.match(/^x{1,99}$/);
    site.answer = (socket) => socket.end(http(202, ['Content-Length: 50'], 'some'));
    expect(await post()).to.include({ status: 202, bodyExcerpt: 'some' });
    await hungUp(site);
  });

  it('does not return an excerpt of a compressed response', async () => {
    site.answer = (socket) => {
      socket.write(http(200, ['Content-Encoding: gzip']));
      socket.end(gzipSync('x'.repeat(1 << 20)));
    };
    expect(await post()).to.include({ status: 200, bodyExcerpt: '' });
    await hungUp(site);
  });

  it('ends at the headers timeout or the deadline if the headers do not arrive', async () => {
    site.answer = () => undefined;
    const started = performance.now();
    await refused(post({}, undefined, 800), 'timeout');
    expect(performance.now() - started).to.be.within(790, PLENTY_MS / 2);
    const { cause } = await refused(post({ headersMs: 200 }), 'timeout');
    expect(cause).to.have.property('code', 'UND_ERR_HEADERS_TIMEOUT');
    await hungUp(site);
  });

  it('reaches any port of a public host', async () => {
    // Without a port mapping, the connection uses the port of the URL.
    const url = `https://${GOOD}:${site.port}/hook`;
    expect(await post({ portMap: new Map() }, url)).to.include({ status: 200 });
    expect(site.visits).to.have.length(1);
  });

  it('applies the same checks on every port: URL, literal address, name, TLS', async () => {
    await refused(post({}, `http://${GOOD}/`), 'bad_url');
    await refused(post({}, `https://${GOOD}:0/`), 'bad_url');
    await refused(post({}, 'https://10.0.0.1/'), 'blocked_address');
    await refused(post({}, 'https://10.0.0.1:8443/'), 'blocked_address');
    await refused(
      post({ allow: parseEgressAllow('') }, `https://${GOOD}:8443/`),
      'blocked_address',
    );
    await refused(post({ allow: parseEgressAllow('') }), 'blocked_address');
    await refused(
      post({ resolver: resolverOf({ [GOOD]: ['127.0.0.1', '::1'] }) }),
      'blocked_address',
    );
    await refused(post({ resolver: resolverOf({ [GOOD]: [] }) }), 'blocked_address');
    await refused(post({ ca: undefined }), 'tls');
    await refused(post({ portMap: new Map([[GOOD, 1]]) }), 'connect');
    expect(site.visits).to.have.length(0);
  });
});
