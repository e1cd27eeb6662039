import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { Agent, buildConnector } from 'undici';
import type { EgressAllowList } from './allow-list.js';
import { toConnectRefusal } from './refusal.js';
import {
  createPublicResolver,
  type HostResolver,
  resolveVetted,
  resolveWithSystem,
} from './resolve.js';
import { findAddressFault, parseLiteralAddress } from './url.js';

export interface EgressAgentOptions {
  readonly allow: EgressAllowList;
  /**
   * By default, resolves with the name servers, and with the operating system for origins on the
   * allow list.
   */
  readonly resolver?: HostResolver;
  /**
   * Timeouts in milliseconds: for DNS to TLS, for sending the request until the headers end, and
   * for a body that sends no data. undici measures the last two to about a second.
   */
  readonly connectMs?: number;
  readonly headersMs?: number;
  readonly idleMs?: number;
  /** Also aborts a connection that is still being opened, which undici's own signal does not. */
  readonly signal?: AbortSignal;
  /** Test seam: the port to use for a host name instead of the port in the URL. */
  readonly portMap?: ReadonlyMap<string, number>;
  /** Test seam: the only certificate authority to trust, in PEM format. */
  readonly ca?: string;
}

const CONNECT_MS = 5000;
const HEADERS_MS = 5000;
const IDLE_MS = 10_000;
const MAX_HEADER_BYTES = 16 << 10;

/**
 * Creates the dispatcher for one exchange with a caller's URL. Destroy it afterwards, so that
 * connections are never shared. It ignores the proxy environment variables.
 *
 * If a request gets no connection, it fails with `UrlRefused`: `blocked_address`, `dns`, `connect`,
 * `tls` or `timeout`. Later errors are undici's own.
 */
export function createEgressAgent(options: EgressAgentOptions): Agent {
  return new Agent({
    connect: createEgressConnector(options),
    // Set here as well as in the connector; otherwise undici applies the HTTP/2 limits.
    allowH2: false,
    headersTimeout: options.headersMs ?? HEADERS_MS,
    bodyTimeout: options.idleMs ?? IDLE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    connections: 1,
    pipelining: 0,
  });
}

/**
 * Opens sockets only to checked addresses. A literal address is checked here, because it is never
 * resolved. A name is checked in the lookup, and the socket uses only the addresses that the lookup
 * returned. Finally, the socket's remote address is checked again.
 * @param build test seam: creates the plain connector
 */
export function createEgressConnector(
  { allow, resolver, connectMs, signal, portMap, ca }: EgressAgentOptions,
  build: typeof buildConnector = buildConnector,
): buildConnector.connector {
  return (target, done) => {
    const listed = allow.hasOrigin(toOrigin(target));
    const judge = listed ? null : allow;
    const resolve = resolver ?? (listed ? resolveWithSystem : createPublicResolver());
    const fail = (error: Error) => done(toConnectRefusal(error, target.protocol), null);
    const literal = parseLiteralAddress(target.hostname);
    const fault =
      judge && literal !== null ? findAddressFault(literal, judge, 'literal_address') : null;
    if (fault) {
      fail(fault);
      return;
    }
    // Each connection gets its own connector, because the lookup must know whether the origin is
    // listed.
    const connect = build({
      allowH2: false,
      timeout: connectMs ?? CONNECT_MS,
      maxCachedSessions: 0,
      autoSelectFamily: true,
      lookup: createPinnedLookup(resolve, judge),
      rejectUnauthorized: true,
      ca,
      signal,
    });
    const port = portMap?.get(target.hostname)?.toString() ?? target.port;
    connect({ ...target, port }, (error, socket) => {
      if (error) {
        fail(error);
        return;
      }
      const reached = judge && findAddressFault(socket.remoteAddress ?? '', judge);
      if (!reached) {
        done(null, socket);
        return;
      }
      socket.destroy();
      fail(reached);
    });
  };
}

/** Creates a lookup for sockets. It resolves once and returns only checked addresses. */
function createPinnedLookup(resolver: HostResolver, allow: EgressAllowList | null): LookupFunction {
  const resolve = callbackify(resolveVetted);
  return (hostname, _options, done) =>
    resolve(hostname, resolver, allow, (error, addresses) => done(error, addresses ?? []));
}

function toOrigin({ protocol, hostname, port }: buildConnector.Options): string {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  return new URL(`${protocol}//${host}${port && `:${port}`}`).origin;
}
