import { expect } from 'chai';
import type { RefusalReason } from '../../adapters/egress/refusal.js';
import { GOOD, get, guard, PLENTY_MS, refused, resolverOf } from './rig.js';
import { closeServers } from '../support/loopback.js';
import { http, hungUp, pump, serve, type Site } from './servers.js';

/** Targets of a redirect that end the call before the second connection. */
const TARGETS: Readonly<Record<string, readonly [string, RefusalReason]>> = {
  'plain http': [`http://${GOOD}/`, 'bad_url'],
  'port 22': [`https://${GOOD}:22/`, 'bad_url'],
  'a literal private address': ['https://10.0.0.1/', 'blocked_address'],
  'a metadata service': ['https://169.254.169.254/latest/meta-data/', 'blocked_address'],
  'IPv6 loopback': ['https://[::1]/', 'blocked_address'],
  'IPv4 mapped into IPv6': ['https://[::ffff:10.0.0.1]/', 'blocked_address'],
  'a decimal address': ['https://167772161/', 'blocked_address'],
  'a private host of the same scheme': ['//10.0.0.1', 'blocked_address'],
  'a private host with backslashes': ['\\\\10.0.0.1\\x', 'blocked_address'],
  'a name with a private address': ['https://inner.egress.test/', 'blocked_address'],
  'a URL with credentials': [`https://a:b@${GOOD}/`, 'bad_url'],
  'a file URL': ['file:///etc/passwd', 'bad_url'],
  'a JavaScript URL': ['javascript:alert(1)', 'bad_url'],
  data: ['data:image/png;base64,AAAA', 'bad_url'],
  'an unreadable URL': ['https://[', 'bad_url'],
  'a URL of over 2,048 characters': [`/${'x'.repeat(2100)}`, 'bad_url'],
};

describe('egress redirects', () => {
  let site: Site;
  beforeEach(async () => {
    site = await serve((socket) => socket.end(http(404)));
  });
  afterEach(closeServers);

  const paths = (): string[] => site.visits.map(({ path }) => path);

  function redirect(status: number, ...headers: string[]): void {
    site.answer = (socket) => socket.end(http(status, headers));
  }

  for (const [what, [target, reason]] of Object.entries(TARGETS)) {
    it(`are refused without a second connection: to ${what}`, async () => {
      redirect(302, `Location: ${target}`);
      const resolver = resolverOf({ 'inner.egress.test': ['10.0.0.1'] });
      await refused(get(guard(site, { resolver }), `https://${GOOD}/`), reason);
      expect(site.connections()).to.equal(1);
    });
  }

  for (const status of [301, 302, 303, 307, 308]) {
    it(`are followed for ${status}, with the final URL as the result`, async () => {
      site.answer = (socket, { path }) =>
        socket.end(path === '/b' ? http(200, [], 'end') : http(status, ['Location: /b']));
      const done = await get(guard(site), `https://${GOOD}/a`);
      expect(done).to.include({ bytes: 3, finalUrl: `https://${GOOD}/b` });
      expect(site.connections()).to.equal(2);
    });
  }

  for (const status of [300, 304, 305, 306]) {
    it(`are not followed for ${status}, which is refused because it is not 200`, async () => {
      redirect(status, `Location: https://${GOOD}/b`);
      await refused(get(guard(site), `https://${GOOD}/a`), 'http_status');
      expect(site.connections()).to.equal(1);
    });
  }

  function chain(length: number): void {
    site.answer = (socket, { path }) => {
      const step = Number(path.slice(1));
      const host = step % 2 === 0 ? 'other.egress.test' : GOOD;
      const next = [`Location: https://${host}/${step + 1}`];
      socket.end(step === length ? http(200, [], 'end') : http(302, next));
    };
  }

  it('are followed in a chain of 3 on two hosts', async () => {
    chain(3);
    const done = await get(guard(site), `https://${GOOD}/0`);
    expect(done.finalUrl).to.equal('https://other.egress.test/3');
    expect(paths()).to.deep.equal(['/0', '/1', '/2', '/3']);
  });

  it('are refused at the fourth redirect of a chain', async () => {
    chain(4);
    await refused(get(guard(site), `https://${GOOD}/0`), 'redirect');
    expect(paths()).to.deep.equal(['/0', '/1', '/2', '/3']);
  });

  it('are refused at the fourth redirect of a loop', async () => {
    redirect(302, 'Location: /');
    await refused(get(guard(site), `https://${GOOD}/`), 'redirect');
    expect(paths()).to.have.length(4);
  });

  it('are refused if they have no Location header or two of them', async () => {
    redirect(302);
    await refused(get(guard(site), `https://${GOOD}/`), 'redirect');
    redirect(302, 'Location: /a', 'Location: https://10.0.0.1/');
    await refused(get(guard(site), `https://${GOOD}/`), 'redirect');
    redirect(302, 'Location: /a', 'location: /a');
    await refused(get(guard(site), `https://${GOOD}/`), 'redirect');
    expect(paths()).to.deep.equal(['/', '/', '/']);
  });

  it('are followed immediately without reading a 300 MB body', async () => {
    const size = 300 << 20;
    site.answer = (socket, { path }) => {
      if (path === '/b') {
        socket.end(http(200, [], 'end'));
        return;
      }
      socket.write(http(302, ['Location: /b', `Content-Length: ${size}`]));
      pump(socket, size);
    };
    expect((await get(guard(site), `https://${GOOD}/a`)).bytes).to.equal(3);
    await hungUp(site);
    expect(site.visits[0]?.socket.bytesWritten).to.be.lessThan(32 << 20);
  });

  it('share one deadline for all requests', async () => {
    site.answer = (socket, { path }) => {
      if (path !== '/3') socket.end(http(302, [`Location: /${Number(path.slice(1)) + 1}`]));
    };
    const started = performance.now();
    await refused(get(guard(site), `https://${GOOD}/0`, { deadlineMs: 1_500 }), 'timeout');
    // All other timeouts are ten times as long, so only the deadline can have ended the call.
    expect(performance.now() - started).to.be.within(1_490, PLENTY_MS / 2);
    expect(paths()).to.have.length(4);
  });
});
