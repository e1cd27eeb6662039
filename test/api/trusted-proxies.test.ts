import { expect } from 'chai';
import { Browser } from '../support/person.js';
import { usePlatform } from '../support/use-platform.js';

for (const [proxies, isBelieved] of [
  ['127.0.0.0/8,::1', true],
  ['', false],
] as const) {
  describe(`rate limits by address ${isBelieved ? 'behind a trusted proxy' : 'without a trusted proxy'}`, () => {
    const api = usePlatform({ env: () => ({ TRUSTED_PROXIES: proxies }) });
    const register = (address: string) =>
      new Browser(api.url).call('POST', '/oauth/register', {
        body: { redirect_uris: ['https://agent.example/callback'] },
        headers: { 'X-Forwarded-For': address },
      });

    it(`${isBelieved ? 'count' : 'do not count'} each address of X-Forwarded-For separately`, async () => {
      for (let count = 0; count < 60; count += 1) await register(`198.51.100.${count % 2}`);
      const statuses = [await register('203.0.113.200'), await register('198.51.100.0')];
      const expected = isBelieved ? [201, 201] : [429, 429];
      expect(statuses.map(({ status }) => status)).to.deep.equal(expected);
      const inOne64 = (count: number) => `2001:db8:1:2::${count.toString(16)}`;
      for (let count = 0; count < 60; count += 1) await register(inOne64(count));
      expect((await register(inOne64(61))).status).to.equal(429);
      expect((await register('2001:db8:1:3::1')).status).to.equal(isBelieved ? 201 : 429);
    });
  });
}
