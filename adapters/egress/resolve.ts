import { lookup, Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { EgressAllowList } from './allow-list.js';
import { UrlRefused } from './refusal.js';
import { findAddressFault } from './url.js';

/** Resolves all addresses of a name; rejects if the name has no address. */
export type HostResolver = (hostname: string) => Promise<readonly string[]>;

// Two attempts each for IPv4 and IPv6 leave enough of the 5 seconds for the connection.
const DNS_LIMITS = { timeout: 700, tries: 2 };

/**
 * Queries the name servers instead of `getaddrinfo`, which runs on libuv's pool: two names whose
 * name servers do not respond would block every other lookup of the process. The hosts file and
 * search domains are not used, which is right for names given by strangers.
 * @param servers test seam: `address:port` of name servers other than the system's
 */
export function createPublicResolver(servers?: readonly string[]): HostResolver {
  return async (hostname) => {
    const resolver = new Resolver(DNS_LIMITS);
    if (servers) resolver.setServers(servers);
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const errors = answers.flatMap((answer): unknown[] =>
      answer.status === 'rejected' ? [answer.reason] : [],
    );
    throw new AggregateError(errors, `no address for ${hostname}`);
  };
}

/**
 * Queries the operating system, because only it knows `localhost` and the names of compose
 * services.
 */
export const resolveWithSystem: HostResolver = async (hostname) => {
  const answers = await lookup(hostname, { all: true, order: 'verbatim' });
  return answers.map((answer) => answer.address);
};

/**
 * Resolves a name once. If one address is not public, all are refused: a socket tries them in turn,
 * so it would reach the private address when the public one fails.
 * @param allow exempts CIDRs; null accepts every address because the origin itself is listed
 * @throws {UrlRefused} `dns` when the name servers did not respond; `blocked_address` when the name
 * has no public address. A name with private addresses and a name without addresses get the same
 * reason, because callers must not learn the names in our network.
 */
export async function resolveVetted(
  hostname: string,
  resolver: HostResolver,
  allow: EgressAllowList | null,
): Promise<LookupAddress[]> {
  const addresses = await resolver(hostname).catch((cause: unknown) => {
    throw new UrlRefused(isUnknown(cause) ? 'blocked_address' : 'dns', { cause });
  });
  if (addresses.length === 0) throw new UrlRefused('blocked_address');
  return addresses.map((address) => {
    const fault = allow && findAddressFault(address, allow);
    if (fault) throw fault;
    return { address, family: isIP(address) };
  });
}

/** Error codes that mean that the name does not exist. */
const NO_SUCH_NAME: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

function isUnknown(cause: unknown): boolean {
  const errors: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return errors.every((error) => NO_SUCH_NAME.includes((error as { code?: unknown } | null)?.code));
}
