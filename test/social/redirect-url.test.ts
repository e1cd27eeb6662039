import { expect } from 'chai';
import { findRedirectFault } from '../../domain/social/connect/redirect-url.js';
import { buildReturnUrl } from '../../domain/social/connect/return-url.js';

const GOOD = [
  'https://app.example.com',
  'https://app.example.com:8443/connected?session=7&next=%2Fhome',
  'https://xn--bcher-kva.example/ok',
];
const BAD = [
  'app.example.com/connected',
  'http://app.example.com/connected',
  'javascript:alert(1)',
  'myapp://connected',
  'https://user@app.example.com/',
  'https://user:password@app.example.com/',
  'https://app.example.com/#',
  'https://app.example.com/#connected',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f000001/',
  'https://93.184.216.34/',
  'https://[2606:2800:220:1::1]/',
  'https://localhost/',
];
const LOCAL = ['http://localhost:3000/back', 'http://127.0.0.1:3000/', 'http://[::1]:3000/'];

describe("an owner's return URL", () => {
  for (const url of GOOD) {
    it(`is accepted: ${url}`, () => {
      expect(findRedirectFault(url, { demo: false })).to.equal(null);
    });
  }
  for (const url of BAD) {
    it(`is rejected: ${url}`, () => {
      expect(findRedirectFault(url, { demo: false })).to.be.a('string');
    });
  }
  for (const url of LOCAL) {
    it(`is accepted only in the demo, because it is local: ${url}`, () => {
      expect(findRedirectFault(url, { demo: true })).to.equal(null);
      expect(findRedirectFault(url, { demo: false })).to.be.a('string');
    });
  }
  it('is rejected if it has a user name or a fragment, even in the demo', () => {
    for (const url of ['http://user@localhost:3000/', 'http://localhost:3000/#x']) {
      expect(findRedirectFault(url, { demo: true }), url).to.be.a('string');
    }
  });

  it('receives the outcome in its query, which replaces parameters with the same name', () => {
    const redirectUrl = 'https://app.example.com/?status=x&error=y&session=7';
    const link = { redirectUrl, characterId: 'c', platform: 'tiktok' } as const;
    expect(buildReturnUrl(link, { status: 'connected' })).to.equal(
      'https://app.example.com/?status=connected&session=7&character_id=c&platform=tiktok',
    );
    expect(buildReturnUrl(link, { status: 'failed', error: 'expired' })).to.include(
      'error=expired',
    );
  });
});
