import { expect } from 'chai';
import { parseEgressAllow } from '../../adapters/egress/allow-list.js';
import type { HostResolver } from '../../adapters/egress/resolve.js';
import { createUrlCheck } from '../../adapters/egress/url-check.js';

const PUBLIC = '93.184.215.14';
const failing =
  (...codes: string[]): HostResolver =>
  async () => {
    const errors = codes.map((code) => Object.assign(new Error(code), { code }));
    throw new AggregateError(errors);
  };
const check = (url: string, resolver: HostResolver = async () => [PUBLIC], allow = '') =>
  createUrlCheck(parseEgressAllow(allow), resolver)(url);

describe('egress webhook URL check', () => {
  it('accepts public https URLs by name and by address, on any port', async () => {
    for (const port of ['', ':8443', ':80', ':65535']) {
      expect(await check(`https://example.com${port}/hooks?x=1`), port).to.equal(null);
      expect(await check(`https://${PUBLIC}${port}/`), port).to.equal(null);
    }
    expect(await check('https://example.com:0/')).to.equal('bad_url');
  });

  it('rejects other schemes and credentials', async () => {
    for (const url of ['http://example.com/', 'https://a:b@example.com/', 'example.com', '']) {
      expect(await check(url), url).to.equal('bad_url');
    }
  });

  it('rejects a name with a private address on any port, even if it also has a public address', async () => {
    for (const port of ['', ':8443']) {
      const url = `https://example.com${port}/`;
      expect(await check(url, async () => ['10.0.0.1'])).to.equal('blocked_address');
      expect(await check(url, async () => [PUBLIC, '::1'])).to.equal('blocked_address');
      expect(await check(`https://10.0.0.1${port}/`)).to.equal('blocked_address');
      expect(await check(`https://[::1]${port}/`)).to.equal('blocked_address');
    }
  });

  it('rejects a name without an address, but accepts a name whose name server is down', async () => {
    const unknown = failing('ENOTFOUND', 'ENODATA');
    expect(await check('https://example.com/', unknown)).to.equal('blocked_address');
    for (const code of ['ETIMEOUT', 'ESERVFAIL', 'ECONNREFUSED']) {
      expect(await check('https://example.com/', failing('ENODATA', code)), code).to.equal(null);
    }
  });

  it('accepts an allowed origin with any scheme, port and address, without DNS', async () => {
    const never: HostResolver = () => Promise.reject(new Error('was asked'));
    const allow = 'http://hooks.internal:8080';
    expect(await check('http://hooks.internal:8080/x', never, allow)).to.equal(null);
    expect(await check('http://hooks.internal:8081/x', never, allow)).to.equal('bad_url');
  });
});
