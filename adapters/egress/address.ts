import { BlockList, isIP } from 'node:net';

/** The IANA special-purpose ranges, and public addresses that clouds use internally. */
const IPV4_REFUSED = createBlockList('ipv4', [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier NAT; Alibaba's metadata service
  ['127.0.0.0', 8], // this machine
  ['169.254.0.0', 16], // link-local; metadata service of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments; Oracle's metadata service
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved; broadcast
  ['168.63.129.16', 32], // Azure's wire server
]);

// An allow list, so it rejects every other notation of an IPv4 address (mapped, compatible,
// translated, NAT64) without decoding it, and every private, local and multicast range.
const IPV6_ALLOWED = createBlockList('ipv6', [['2000::', 3]]);
const IPV6_REFUSED = createBlockList('ipv6', [
  ['2001::', 23], // protocol assignments; Teredo
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20], // documentation
  ['2620:4f:8000::', 48], // AS112
]);

/**
 * Returns whether an address belongs to the public internet.
 *
 * Only a numeric address without a zone can be public. Public hosts in another notation (mapped,
 * NAT64, 6to4) are refused too. As a consequence, an IPv6-only machine behind DNS64 cannot reach
 * IPv4-only sites.
 * @param ip as formatted by `net` and `dns`: no brackets, no port
 */
export function isPublicAddress(ip: string): boolean {
  const family = ip.includes('%') ? 0 : isIP(ip);
  if (family === 4) return !IPV4_REFUSED.check(ip, 'ipv4');
  return family === 6 && IPV6_ALLOWED.check(ip, 'ipv6') && !IPV6_REFUSED.check(ip, 'ipv6');
}

function createBlockList(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]) {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
}
