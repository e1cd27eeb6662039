import { expect } from 'chai';
import { parseBlockList, findClientAddress, toNetwork } from '../../api/client-network.js';

describe('client network', () => {
  const trusted = parseBlockList(['10.0.0.0/8', '127.0.0.1', 'fd00::/8']);
  const cases: [remote: string, forwardedFor: string, client: string][] = [
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['203.0.113.9', '', '203.0.113.9'],
    ['127.0.0.1', '', '127.0.0.1'],
    ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['127.0.0.1', '192.0.2.1, 198.51.100.1', '198.51.100.1'],
    ['127.0.0.1', '192.0.2.1, 198.51.100.1, 10.1.2.3', '198.51.100.1'],
    ['127.0.0.1', '10.1.2.3, 10.1.2.4', '10.1.2.3'],
    ['fd00::1', '[2001:db8::7]:443', '2001:db8::7'],
    ['127.0.0.1', '198.51.100.1:5050', '198.51.100.1'],
    ['127.0.0.1', '198.51.100.1, unknown', '127.0.0.1'],
    ['127.0.0.1', `${'10.0.0.1, '.repeat(5_000)}10.0.0.1`, '10.0.0.1'],
  ];
  for (const [remote, forwardedFor, client] of cases) {
    it(`resolves to ${client} for ${remote} with X-Forwarded-For "${forwardedFor.slice(0, 60)}"`, () => {
      expect(findClientAddress(remote, forwardedFor, trusted)).to.equal(client);
    });
  }

  it('is the /64 network of an IPv6 address in any notation', () => {
    const same = ['2001:db8:1:2::1', '2001:0db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2:3:4:5:6'];
    expect(same.map((address) => toNetwork(address))).to.deep.equal(
      same.map(() => '2001:db8:1:2::/64'),
    );
    expect(toNetwork('2001:db8:1:3::1')).to.equal('2001:db8:1:3::/64');
    expect([toNetwork('::1'), toNetwork('64:ff9b::192.0.2.1')]).to.deep.equal([
      '0:0:0:0::/64',
      '64:ff9b:0:0::/64',
    ]);
    expect(toNetwork('192.0.2.1')).to.equal('192.0.2.1');
  });
});
