import { Resolver } from 'node:dns/promises';
import { expect } from 'chai';
import { parseEgressAllow } from '../../adapters/egress/allow-list.js';
import type { RefusalReason } from '../../adapters/egress/refusal.js';
import {
  createPublicResolver,
  type HostResolver,
  resolveVetted,
} from '../../adapters/egress/resolve.js';
import { closeNameServers, nameServer } from './name-server.js';
import { GOOD, get, guard, PLENTY_MS, refused, resolverOf } from './rig.js';
import { closeServers } from '../support/loopback.js';
import { http, serve, type Site } from './servers.js';

const NOTHING = parseEgressAllow('');
const LOCAL = '127.0.0.1'; // address of the listener, which the guard of these tests treats as public

/** The addresses of a name, and the reason of the refusal. */
const ANSWERS: Readonly<Record<string, readonly [readonly string[], RefusalReason]>> = {
  'a private address': [['10.0.0.1'], 'blocked_address'],
  loopback: [['127.0.0.2'], 'blocked_address'],
  'a metadata service': [['169.254.169.254'], 'blocked_address'],
  'the unspecified address': [['0.0.0.0'], 'blocked_address'],
  'a public, then a private address': [[LOCAL, '10.0.0.1'], 'blocked_address'],
  'a private, then a public address': [['10.0.0.1', LOCAL], 'blocked_address'],
  'a public IPv4 and a private IPv6 address': [[LOCAL, 'fd00::1'], 'blocked_address'],
  'IPv6 loopback': [['::1'], 'blocked_address'],
  'private IPv4 mapped into IPv6': [['::ffff:10.0.0.1'], 'blocked_address'],
  'private IPv4 behind NAT64': [['64:ff9b::a00:1'], 'blocked_address'],
  'a link-local address with a zone': [['fe80::1%lo'], 'blocked_address'],
  'invalid addresses': [['localhost'], 'blocked_address'],
  'no address at all': [[], 'blocked_address'],
};

describe('egress DNS resolution', () => {
  let site: Site;
  beforeEach(async () => {
    site = await serve((socket) => socket.end(http(200, [], 'hello')));
  });
  afterEach(() => {
    closeServers();
    closeNameServers();
  });

  for (const [what, [addresses, reason]] of Object.entries(ANSWERS)) {
    it(`never connects to a name that resolves to ${what}`, async () => {
      const fetch = guard(site, { resolver: resolverOf({ [GOOD]: addresses }) });
      await refused(get(fetch, `https://${GOOD}/`), reason);
      expect(site.connections()).to.equal(0);
    });
  }

  it('resolves a name once per connection, and connects to the checked address', async () => {
    const asked: string[] = [];
    const resolver: HostResolver = async (hostname) => {
      asked.push(hostname);
      return asked.length === 1 ? [LOCAL] : ['10.0.0.1'];
    };
    const fetch = guard(site, { resolver });
    expect((await get(fetch, `https://${GOOD}/`)).bytes).to.equal(5);
    expect(asked).to.deep.equal([GOOD]);
    // The same name now has a private address, which shows that neither the DNS response nor the connection is cached.
    await refused(get(fetch, `https://${GOOD}/`), 'blocked_address');
    expect(site.connections()).to.equal(1);
  });

  it('rejects a name whose address becomes private between two redirects', async () => {
    site.answer = (socket) => socket.end(http(302, ['Location: /next']));
    let asked = 0;
    const resolver: HostResolver = async () => ((asked += 1) === 1 ? [LOCAL] : ['10.0.0.1']);
    await refused(get(guard(site, { resolver }), `https://${GOOD}/`), 'blocked_address');
    expect(site.visits).to.have.length(1);
  });

  it('reports a failing resolver as a DNS fault, without the message of the resolver', async () => {
    const resolver: HostResolver = () => Promise.reject(new Error('getaddrinfo ENOTFOUND x'));
    await refused(get(guard(site, { resolver }), `https://${GOOD}/`), 'dns');
  });

  it('ends at the connect timeout or the deadline when a resolver never responds', async () => {
    const resolver: HostResolver = () => Promise.withResolvers<string[]>().promise;
    const started = performance.now();
    await refused(get(guard(site, { resolver, connectMs: 200 }), `https://${GOOD}/`), 'timeout');
    const fetch = guard(site, { resolver });
    await refused(get(fetch, `https://${GOOD}/`, { deadlineMs: 100 }), 'timeout');
    expect(performance.now() - started).to.be.within(290, PLENTY_MS / 2);
  });

  it('does not connect to a name that resolves after the deadline', async () => {
    const late = Promise.withResolvers<string[]>();
    const fetch = guard(site, { resolver: () => late.promise });
    await refused(get(fetch, `https://${GOOD}/`, { deadlineMs: 50 }), 'timeout');
    late.resolve([LOCAL]);
    expect((await get(guard(site), `https://${GOOD}/`)).bytes).to.equal(5);
    expect(site.connections()).to.equal(1);
  });

  it('lets only an allowed origin resolve to any address', async () => {
    const names = resolverOf({ [GOOD]: [LOCAL] });
    const allow = parseEgressAllow(`https://${GOOD}`);
    const fetch = guard(site, { allow, resolver: names });
    expect((await get(fetch, `https://${GOOD}/`)).bytes).to.equal(5);
    await refused(get(fetch, 'https://other.egress.test/'), 'blocked_address');
  });
});

describe('egress DNS lookups with real name servers', () => {
  afterEach(closeNameServers);

  it('check the address behind a CNAME to localhost', async () => {
    const zone = { 'cname.test': { cname: 'localhost', a: ['127.0.0.1'] } };
    const resolver = createPublicResolver([await nameServer(zone)]);
    expect(await resolver('cname.test')).to.deep.equal(['127.0.0.1']);
    await refused(resolveVetted('cname.test', resolver, NOTHING), 'blocked_address');
  });

  it('treat NXDOMAIN and empty responses as private, and SERVFAIL as a DNS fault', async () => {
    const resolver = createPublicResolver([
      await nameServer({
        'cname.test': { cname: 'localhost' },
        'broken.test': { error: 'SERVFAIL' },
        'empty.test': {},
      }),
    ]);
    for (const name of ['cname.test', 'missing.test', 'empty.test']) {
      await refused(resolveVetted(name, resolver, NOTHING), 'blocked_address');
    }
    await refused(resolveVetted('broken.test', resolver, NOTHING), 'dns');
  });

  it('return all addresses of a public name, but none if one of two addresses is private', async () => {
    const zone = {
      'public.test': { a: ['1.1.1.1', '8.8.8.8'] },
      'mixed.test': { a: ['1.1.1.1', '10.0.0.1'] },
    };
    const resolver = createPublicResolver([await nameServer(zone)]);
    const vetted = await resolveVetted('public.test', resolver, NOTHING);
    expect(vetted.map(({ address }) => address)).to.have.members(['1.1.1.1', '8.8.8.8']);
    expect(vetted.every(({ family }) => family === 4)).to.be.true;
    await refused(resolveVetted('mixed.test', resolver, NOTHING), 'blocked_address');
  });

  it('stop after the 5 seconds of a connection if the name servers do not respond', async () => {
    const server = await nameServer({ 'slow.test': { silent: true } });
    // Two attempts that use up the 5 seconds of a connection. With its defaults, Node.js would take 26 seconds.
    const slow = new Resolver({ timeout: 1_500, tries: 2 });
    slow.setServers([server]);
    const started = performance.now();
    const ended = await Promise.race([
      refused(resolveVetted('slow.test', createPublicResolver([server]), NOTHING), 'dns'),
      slow.resolve4('slow.test').catch(() => 'the slow one'),
    ]);
    expect(ended).to.have.property('reason', 'dns');
    expect(performance.now() - started).to.be.at.least(900);
    slow.cancel();
  });
});
