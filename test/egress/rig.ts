import { expect } from 'chai';
import { parseEgressAllow } from '../../adapters/egress/allow-list.js';
import {
  createPublicFetch,
  type Downloaded,
  type PublicFetch,
  type PublicFetchDeps,
} from '../../adapters/egress/public-fetch.js';
import { type RefusalReason, UrlRefused } from '../../adapters/egress/refusal.js';
import type { HostResolver } from '../../adapters/egress/resolve.js';
import { type Site, throwawayCertificate } from './servers.js';

/** Addresses by name. A name without an entry resolves to the listener, which the guard of these tests allows. */
type Names = Readonly<Record<string, readonly string[]>>;

/** A name that resolves to the site. Each of these names has a valid certificate. */
export const GOOD = 'good.egress.test';
const HOSTS = [GOOD, 'other.egress.test', 'rebind.egress.test', '127.0.0.1'];

export const resolverOf =
  (names: Names): HostResolver =>
  async (hostname) =>
    names[hostname] ?? ['127.0.0.1'];

/**
 * Longer than a local call takes on any busy machine. The test of a timeout sets only that timeout, to far less than
 * this, so that nothing else can end the call.
 */
export const PLENTY_MS = 20_000;

/** Creates a guard that treats 127.0.0.1 as public. A test overrides the dependencies that it tests. */
export function guard(site: Site, deps: Partial<PublicFetchDeps> = {}): PublicFetch {
  return createPublicFetch({
    allow: parseEgressAllow('127.0.0.1/32'),
    resolver: resolverOf({}),
    portMap: new Map(HOSTS.map((host) => [host, site.port])),
    ca: throwawayCertificate().cert,
    connectMs: PLENTY_MS,
    headersMs: PLENTY_MS,
    idleMs: PLENTY_MS,
    ...deps,
  });
}

/** Downloads and discards up to 1,000 bytes. */
export function get(
  fetch: PublicFetch,
  url: string,
  limits: { maxBytes?: number; deadlineMs?: number } = {},
): Promise<Downloaded> {
  return fetch.download(url, { maxBytes: 1000, deadlineMs: PLENTY_MS, ...limits, sink: drain });
}

export async function drain(body: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of body) expect(chunk.length).to.be.greaterThan(0);
}

/** Expects that a call is refused for this reason, and that the message contains no other information. */
export async function refused(work: Promise<unknown>, reason: RefusalReason): Promise<UrlRefused> {
  const outcome = await work.then(
    (value) => new Error(`not refused: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (!(outcome instanceof UrlRefused)) throw outcome;
  expect(outcome.reason, String(outcome.cause)).to.equal(reason);
  expect(outcome.message).to.equal('private or unreachable URL');
  return outcome;
}
