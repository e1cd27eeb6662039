import { BlockList, isIP } from 'node:net';
import type { Middleware } from 'koa';

/** A proxy that is trusted adds one entry each; a longer list was written by a caller. */
const HOPS_MAX = 10;

/**
 * Sets `ctx.ip` to the network that a request came from, by which strangers are limited. The header
 * `X-Forwarded-For` is read only as far as proxies wrote it that the operator trusts.
 * @param proxies addresses and CIDRs
 */
export function readClientNetwork(proxies: readonly string[]): Middleware {
  const trusted = blockListOf(proxies);
  return async (ctx, next) => {
    const remote = ctx.req.socket.remoteAddress ?? '';
    ctx.request.ip = networkOf(clientOf(remote, ctx.get('X-Forwarded-For'), trusted));
    await next();
  };
}

/**
 * The address of the client: the last one that is no trusted proxy. An entry that is no address ends
 * the search, because nobody knows what wrote it.
 */
export function clientOf(remote: string, forwardedFor: string, trusted: BlockList): string {
  let client = toAddress(remote) ?? remote;
  const hops = forwardedFor.split(',').slice(-HOPS_MAX);
  while (hops.length > 0 && isTrusted(trusted, client)) {
    const hop = toAddress(hops.pop()?.trim() ?? '');
    if (hop === null) break;
    client = hop;
  }
  return client;
}

/** An IPv4 address as it is; of an IPv6 address the /64, all of which one host can own. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const [left, right] = [groupsOf(head), groupsOf(tail ?? '')];
  const between = tail === undefined ? 0 : 8 - left.length - right.length;
  const zeros = Array.from({ length: between }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Reads addresses and CIDRs; entries of another form are left out. */
export function blockListOf(entries: readonly string[]): BlockList {
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

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

const isTrusted = (trusted: BlockList, address: string): boolean =>
  isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Without port, brackets and zone; an IPv4 address that is mapped into IPv6 as itself. */
function toAddress(text: string): string | null {
  const bare = /^\[(?<ip>[^\]]+)\](?::\d+)?$/.exec(text)?.groups?.['ip'] ?? text;
  const [ip = ''] = bare.split('%');
  const mapped = /^::ffff:(?<ip>[\d.]+)$/i.exec(ip)?.groups?.['ip'] ?? ip;
  if (isIP(mapped) !== 0) return mapped;
  const [host = ''] = mapped.split(':');
  return isIP(host) === 4 ? host : null;
}
