import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FakeAnswer, FakeRequest, FakeRoute, PlatformFake } from './fake.js';
import { withMore, withUnknownStates } from './break-body.js';
import { FaultPlan, WORKS, type FaultRule } from './faults.js';

/** The largest request body that the server accepts. */
const BODY_BYTES_MAX = 140_000_000;

/** One call with the status of its answer; 0 if the connection was cut or left silent. */
export interface Call {
  readonly platform: string;
  readonly route: string;
  readonly status: number;
  readonly fault: FaultRule['fault'] | null;
}

export interface FakeServer {
  /** The server's URL: `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly journal: readonly Call[];
  /** Returns a platform's fault plan, by the platform's name. */
  plan(platform: string): FaultPlan;
  /** Maps an official URL to its local address, for `PlatformApp.rewrite`. */
  rewrite(url: string): string;
  close(): Promise<void>;
}

/** Maps an official URL to its local address on a server for fakes. */
export const rewriteTo =
  (base: string) =>
  (url: string): string =>
    url.replace(/^https:\/\//, `${base}/`);

/**
 * Serves fakes: the official URL `https://host/path` becomes `<url>/host/path`.
 * @param page answers requests that belong to no platform, such as the page that shows the posts
 */
export async function serveFakes(
  fakes: readonly PlatformFake[],
  port = 0,
  page?: (request: FakeRequest) => Promise<FakeAnswer | null>,
): Promise<FakeServer> {
  const journal: Call[] = [];
  const plans = new Map(fakes.map(({ name }) => [name, new FaultPlan()]));
  const server: Server = createServer((incoming, response) => {
    void handle(incoming, response).catch(() => response.destroy());
  });

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming, url);
    for (const fake of fakes) {
      for (const route of fake.routes) {
        const groups = matchRoute(route, request);
        if (!groups) continue;
        const fault = plans.get(fake.name)?.take(route.name) ?? null;
        const status = await answer(response, fault, () => route.answer(request, groups));
        journal.push({ platform: fake.name, route: route.name, status, fault });
        return;
      }
    }
    const shown = (await page?.(request)) ?? { status: 404, body: { error: 'no such endpoint' } };
    reply(response, shown);
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    journal,
    rewrite: rewriteTo(url),
    plan(platform) {
      const plan = plans.get(platform);
      if (!plan) throw new Error(`no fake for ${platform}`);
      return plan;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readRequest(incoming: IncomingMessage, url: string): Promise<FakeRequest> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
  const [, host = '', ...rest] = pathname.split('/');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? 'GET',
    host,
    path: `/${rest.join('/')}`,
    query: searchParams,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: Buffer.concat(chunks),
    buildBaseUrl: (other) => `${url}/${other}`,
  };
}

function matchRoute(
  route: FakeRoute,
  request: FakeRequest,
): Readonly<Record<string, string>> | null {
  if (route.method !== request.method || route.host !== request.host) return null;
  if (route.isFor?.(request) === false) return null;
  const found = route.path.exec(request.path);
  return found ? { ...found.groups } : null;
}

/** @returns the sent status; 0 if none was sent */
async function answer(
  response: ServerResponse,
  fault: FaultRule['fault'] | null,
  work: () => Promise<FakeAnswer>,
): Promise<number> {
  if (typeof fault === 'object' && fault !== null) return reply(response, fault);
  const done = fault === null || WORKS.includes(fault) ? await work() : null;
  if (fault === null && done) return reply(response, done);
  switch (fault) {
    case 'drop':
    case 'work_then_drop':
      response.destroy();
      return 0;
    case 'silent':
    case 'work_then_silent':
      return 0;
    case 'html_502':
    case 'work_then_html_502':
      return reply(response, { status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' });
    case 'rate_limited':
      return reply(response, { status: 429, headers: { 'retry-after': '1' }, body: {} });
    case 'truncated':
      return reply(response, { status: done?.status ?? 200, body: '{"id":"1' });
    case 'unknown_fields':
      return reply(response, { ...done, status: done?.status ?? 200, body: withMore(done?.body) });
    case 'unknown_states':
      return reply(response, {
        ...done,
        status: done?.status ?? 200,
        body: withUnknownStates(done?.body),
      });
    default:
      return reply(response, { status: 500, body: {} });
  }
}

function reply(response: ServerResponse, { status, headers = {}, body = '' }: FakeAnswer): number {
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const type = isText ? 'text/html; charset=utf-8' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(isText ? body : JSON.stringify(body));
  return status;
}
