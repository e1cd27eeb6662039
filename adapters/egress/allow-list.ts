import { BlockList, isIP } from 'node:net';

/** The settings that hold an allow list: one for fetched URLs, one for webhooks. */
export type AllowSetting = 'EGRESS_ALLOW' | 'WEBHOOK_ALLOW';

/** The operator's exceptions to the guard against private addresses. */
export interface EgressAllowList {
  /** The entries as written, for the warning at startup. */
  readonly entries: readonly string[];
  /**
   * Returns whether an origin is listed and may therefore use plain http, any port and any address.
   */
  hasOrigin(origin: string): boolean;
  /**
   * Returns whether a listed CIDR contains this address. Its URL must still be https on port 443.
   */
  hasAddress(ip: string): boolean;
}

/**
 * Parses a comma-separated list of origins (`http://minio:9000`) and CIDRs (`10.1.0.0/16`). An
 * empty text allows no exceptions.
 * @param setting name of the environment variable, for the error
 * @throws {TypeError} naming every invalid entry
 */
export function parseEgressAllow(
  text: string,
  setting: AllowSetting = 'EGRESS_ALLOW',
): EgressAllowList {
  const entries = text.split(',').flatMap((entry) => entry.trim() || []);
  const origins = new Set<string>();
  const addresses = new BlockList();
  const bad = entries.filter((entry) => {
    const origin = parseOrigin(entry);
    if (origin) origins.add(origin);
    return !origin && !addCidr(addresses, entry);
  });
  if (bad.length > 0) {
    const list = bad.map((entry) => `"${entry}"`).join(', ');
    throw new TypeError(
      `${setting} takes origins such as http://minio:9000 and CIDRs such as 10.1.0.0/16, not ${list}`,
    );
  }
  return {
    entries,
    hasOrigin: (origin) => origins.has(origin),
    hasAddress: (ip) => {
      const family = isIP(ip);
      return family !== 0 && addresses.check(ip, family === 4 ? 'ipv4' : 'ipv6');
    },
  };
}

/**
 * Returns an entry's canonical origin, or null if the entry is more than an origin or not an
 * origin.
 */
function parseOrigin(entry: string): string | null {
  const url = URL.parse(entry);
  if (!url || !/^https?:\/\/[^/]/i.test(entry)) return null;
  return url.href === `${url.origin}/` ? url.origin : null;
}

function addCidr(addresses: BlockList, entry: string): boolean {
  const [network = '', prefix = '', ...rest] = entry.split('/');
  const family = network.includes('%') ? 0 : isIP(network);
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity;
  if (family === 0 || rest.length > 0 || bits > (family === 4 ? 32 : 128)) return false;
  addresses.addSubnet(network, bits, family === 4 ? 'ipv4' : 'ipv6');
  return true;
}
