import { expect } from 'chai';
import { parseEgressAllow } from '../../../adapters/storage/egress/allow-list.js';
import type { HostResolver } from '../../../adapters/storage/egress/resolve.js';
import { createUrlCheck } from '../../../adapters/storage/egress/url-check.js';

const PUBLIC = '93.184.215.14';
const failing =
  (...codes: string[]): HostResolver =>
  async () => {
    const errors = codes.map((code) => Object.assign(new Error(code), { code }));
    throw new AggregateError(errors);
  };
const check = (url: string, resolver: HostResolver = async () => [PUBLIC], allow = '') =>
  createUrlCheck(parseEgressAllow(allow), resolver)(url);

describe('egress: the check of a URL that is called later', () => {
  it('takes public https URLs, by name and by address', async () => {
    expect(await check('https://example.com/hooks?x=1')).to.equal(true);
    expect(await check(`https://${PUBLIC}/`)).to.equal(true);
  });

  it('refuses a name that leads to a private address, also beside a public one', async () => {
    expect(await check('https://example.com/', async () => ['10.0.0.1'])).to.equal(false);
    expect(await check('https://example.com/', async () => [PUBLIC, '::1'])).to.equal(false);
  });

  it('refuses a name that does not exist, and waits for no name server that is away', async () => {
    expect(await check('https://example.com/', failing('ENOTFOUND', 'ENODATA'))).to.equal(false);
    for (const code of ['ETIMEOUT', 'ESERVFAIL', 'ECONNREFUSED']) {
      expect(await check('https://example.com/', failing('ENODATA', code)), code).to.equal(true);
    }
  });

  it('takes an origin of the allow list with any scheme, port and address, and asks no name server', async () => {
    const never: HostResolver = () => Promise.reject(new Error('was asked'));
    const allow = 'http://hooks.internal:8080';
    expect(await check('http://hooks.internal:8080/x', never, allow)).to.equal(true);
    expect(await check('http://hooks.internal:8081/x', never, allow)).to.equal(false);
  });
});
