import { expect } from 'chai';
import { isPublicAddress } from '../../adapters/egress/address.js';

/** The first and last address of each refused range, and their neighbours. A null neighbour is refused too. */
const IPV4_RANGES: readonly (readonly [string, string, string | null, string | null])[] = [
  ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '239.255.255.255', '223.255.255.255', null],
  ['240.0.0.0', '255.255.255.255', null, null],
  ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
];

const IPV6_RANGES: typeof IPV4_RANGES = [
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, '2000::'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::ffff', '2001:200::'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff:ffff::', '2003::'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', '2620:4f:7fff::', '2620:4f:8001::'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff::ffff', null],
];

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'metadata services': [
    '169.254.169.254',
    '192.0.0.192',
    '100.100.100.200',
    '168.63.129.16',
    '169.254.170.2',
    'fd00:ec2::254',
    'fe80::a9fe:a9fe',
    '::ffff:a9fe:a9fe',
    '::ffff:169.254.169.254',
  ],
  'private IPv4 in other notations': [
    '::7f00:1',
    '::127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001::7f00:1',
    'fe80::5efe:7f00:1',
    '::a9fe:a9fe',
  ],
  'public IPv4 in other notations': [
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '::808:808',
    '::ffff:0:808:808',
    '64:ff9b::808:808',
    '64:ff9b:1::808:808',
    '2002:808:808::',
    '2001:0:808:808::f7f7:f7f7',
  ],
  'local, site, group and special IPv6': [
    '::',
    '::1',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'feff::1',
    'fc00::1',
    'fdff::1',
    'ff02::1',
    'ff0e::1',
    '100::1',
    '100:0:0:1::1',
    '5f00::1',
    '3fff::1',
    '2001:20::1',
  ],
  'texts that are not a plain address': [
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '8.8.8.8.',
    '8.8.8',
    '[2606:4700::1111]',
    '2606:4700::1111%eth0',
    'fe80::1%eth0',
    '8.8.8.8:443',
    ' 8.8.8.8',
    '8.8.8.8/32',
    '008.8.8.8',
    '①.1.1.1',
    '8.8.8.256',
  ],
};

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '192.0.66.2',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450:4001:80b::200e',
  '2620:fe::fe',
  '2400:cb00:2048:1::1',
  // An ISATAP suffix in a public prefix has a meaning only in the network of that prefix.
  '2a00:1450::5efe:7f00:1',
];

describe('egress address checks', () => {
  for (const [family, ranges] of Object.entries({ IPv4: IPV4_RANGES, IPv6: IPV6_RANGES })) {
    it(`reject both ends of ${ranges.length} special ${family} ranges, but not their neighbours`, () => {
      for (const [first, last, below, above] of ranges) {
        for (const inside of [first, last]) expect(isPublicAddress(inside), inside).to.be.false;
        for (const outside of [below, above]) {
          if (outside) expect(isPublicAddress(outside), outside).to.be.true;
        }
      }
    });
  }

  for (const [what, addresses] of Object.entries(REFUSED)) {
    it(`reject ${what} (${addresses.length})`, () => {
      for (const ip of addresses) expect(isPublicAddress(ip), ip).to.be.false;
    });
  }

  it(`accept ${PUBLIC.length} addresses of public services`, () => {
    for (const ip of PUBLIC) expect(isPublicAddress(ip), ip).to.be.true;
  });

  const ranges = [...IPV4_RANGES, ...IPV6_RANGES].flat().filter((ip) => ip !== null).length;
  const forms = Object.values(REFUSED).flat().length;
  it(`cover ${ranges + forms + PUBLIC.length} addresses in total`, () => {
    expect(ranges + forms + PUBLIC.length).to.be.greaterThan(150);
  });
});
