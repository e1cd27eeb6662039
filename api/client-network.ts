import { BlockList, isIP } from 'node:net';
import type { Middleware } from 'koa';

/**
 * Maximum entries to read: each trusted proxy adds one entry, so a longer list was written by a
 * client.
 */
const HOPS_MAX = 10;

/**
 * Sets `ctx.ip` to the client's network, for limits on unauthenticated requests. Only entries that
 * trusted proxies added to `X-Forwarded-For` count.
 * @param proxies addresses and CIDRs of trusted proxies
 */
export function readClientNetwork(proxies: readonly string[]): Middleware {
  const trusted = parseBlockList(proxies);
  return async (ctx, next) => {
    const remote = ctx.req.socket.remoteAddress ?? '';
    ctx.request.ip = toNetwork(findClientAddress(remote, ctx.get('X-Forwarded-For'), trusted));
    await next();
  };
}

/**
 * Returns the client's address: the last address that is not a trusted proxy. An entry that is not
 * an address ends the search, because a client may have written it.
 */
export function findClientAddress(
  remote: string,
  forwardedFor: string,
  trusted: BlockList,
): string {
  let client = toAddress(remote) ?? remote;
  const hops = forwardedFor.split(',').slice(-HOPS_MAX);
  while (hops.length > 0 && isTrusted(trusted, client)) {
    const hop = toAddress(hops.pop()?.trim() ?? '');
    if (hop === null) break;
    client = hop;
  }
  return client;
}

/**
 * Returns an IPv4 address unchanged, or the /64 of an IPv6 address, because one host can own a /64.
 */
export function toNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const [left, right] = [splitGroups(head), splitGroups(tail ?? '')];
  const between = tail === undefined ? 0 : 8 - left.length - right.length;
  const zeros = Array.from({ length: between }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Parses addresses and CIDRs, and ignores malformed entries. */
export function parseBlockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [network = '', bits] = entry.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(network) !== 0) {
      list.addSubnet(network, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
    }
  }
  return list;
}

const splitGroups = (text: string): string[] => (text === '' ? [] : text.split(':'));

const isTrusted = (trusted: BlockList, address: string): boolean =>
  isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Removes port, brackets and zone, and turns an IPv4-mapped IPv6 address into the IPv4 address. */
function toAddress(text: string): string | null {
  const bare = /^\[(?<ip>[^\]]+)\](?::\d+)?$/.exec(text)?.groups?.['ip'] ?? text;
  const [ip = ''] = bare.split('%');
  const mapped = /^::ffff:(?<ip>[\d.]+)$/i.exec(ip)?.groups?.['ip'] ?? ip;
  if (isIP(mapped) !== 0) return mapped;
  const [host = ''] = mapped.split(':');
  return isIP(host) === 4 ? host : null;
}
