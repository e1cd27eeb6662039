import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import type { RawAnswer } from '../api/raw.js';
import { apiSuite, type Customer } from '../api/suite.js';
import {
  errorOf,
  legacy,
  messagesOf,
  META,
  modern,
  REVISION,
  sendMessage,
  type Json,
  type Sent,
} from './raw-rig.js';

describe('the MCP endpoint', () => {
  const suite = apiSuite();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer();
  });

  const send = ({ key = customer.apiKey, ...sent }: Partial<Sent>): Promise<RawAnswer> =>
    sendMessage(suite.api.url, { ...sent, key });
  /** Sends a request of the 2026 protocol with different headers. */
  const mismatched = (headers: Record<string, string | undefined>) => {
    const right = modern('tools/call', { name: 'get_account', arguments: {} });
    const changed = Object.entries({ ...right.headers, ...headers });
    const kept = changed.filter((pair): pair is [string, string] => pair[1] !== undefined);
    return send({ body: right.body, headers: Object.fromEntries(kept) });
  };

  it('describes the server to 2026 clients without a handshake', async () => {
    const answer = await send(modern('server/discover'));
    expect(answer.status, answer.text).to.equal(200);
    const [{ result } = {}] = messagesOf(answer) as { result?: Json }[];
    expect(result?.['capabilities']).to.deep.equal({ tools: { listChanged: false } });
    expect(result?.['instructions']).to.include('quote');
  });

  it('lets each client cache the tool list for a minute', async () => {
    const [{ result } = {}] = messagesOf(await send(modern('tools/list'))) as { result?: Json }[];
    expect(result).to.deep.include({ ttlMs: 60_000, cacheScope: 'private' });
  });

  const wrong: [string, Record<string, string | undefined>, number, number][] = [
    ['a different method than the body', { 'Mcp-Method': 'tools/list' }, 400, -32_020],
    ['a different name than the body', { 'Mcp-Name': 'generate_image' }, 400, -32_020],
    ['a different revision than the body', { 'MCP-Protocol-Version': '2025-11-25' }, 400, -32_020],
    ['no method', { 'Mcp-Method': undefined }, 400, -32_020],
    ['no name', { 'Mcp-Name': undefined }, 400, -32_020],
  ];
  for (const [what, headers, status, code] of wrong) {
    it(`refuses headers with ${what}`, async () => {
      const answer = await mismatched(headers);
      expect(answer.status, answer.text).to.equal(status);
      expect(messagesOf(answer)[0]).to.have.nested.property('error.code', code);
    });
  }

  it('lists the supported revisions for a client that uses an unsupported revision', async () => {
    const { body, headers } = modern('tools/list');
    const params = { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } };
    const sent = { ...headers, 'MCP-Protocol-Version': '2031-01-01' };
    const answer = await send({ body: { ...body, params }, headers: sent });
    expect(answer.status, answer.text).to.equal(400);
    expect(messagesOf(answer)[0]).to.have.nested.property('error.code', -32_022);
    expect(messagesOf(answer)[0]).to.have.deep.nested.property('error.data.supported', [REVISION]);
  });

  it('returns 404 for an unknown method', async () => {
    const answer = await send(modern('resources/list'));
    expect(answer.status, answer.text).to.equal(404);
    expect(messagesOf(answer)[0]).to.have.nested.property('error.code', -32_601);
  });

  for (const accept of ['application/json', '*/*', undefined]) {
    it(`responds to a 2025 client that accepts ${accept ?? 'no named type'}`, async () => {
      const headers = accept !== undefined && { headers: { Accept: accept } };
      const answer = await send({ ...headers, body: legacy('tools/list') });
      expect(answer.status, answer.text).to.equal(200);
      expect(messagesOf(answer)[0]).to.have.nested.property('result.tools').that.is.not.empty;
    });
  }

  for (const method of ['GET', 'DELETE', 'PUT', 'TRACE']) {
    it(`returns 405 for ${method}, because it offers neither streams nor sessions`, async () => {
      const answer = await send({ method });
      expect(answer.status, answer.text).to.equal(405);
      expect(answer.headers.allow).to.equal('POST');
    });
  }

  const foreign: [string, Record<string, string>][] = [
    ['a page from a foreign site', { Origin: 'https://evil.example' }],
    ['a page without an origin', { Origin: 'null' }],
    ['another host name that resolves to this server', { Host: 'rebound.evil.example' }],
  ];
  for (const [what, headers] of foreign) {
    it(`refuses ${what} before it checks the key`, async () => {
      const answer = await send({ ...modern('tools/list'), headers, key: null });
      expect(answer.status, answer.text).to.equal(403);
      expect(errorOf(answer).code).to.equal('FORBIDDEN');
    });
  }

  it('accepts requests from its own origin', async () => {
    const { body, headers } = modern('tools/list');
    const origin = new URL(suite.api.deps.env.publicUrl).origin;
    const answer = await send({ body, headers: { ...headers, Origin: origin } });
    expect(answer.status, answer.text).to.equal(200);
  });

  it('returns 401 without a valid key, and rate headers with a valid key', async () => {
    for (const key of [null, 'nonsense', `${customer.apiKey.slice(0, -1)}_`]) {
      const answer = await send({ ...modern('tools/list'), key });
      expect([answer.status, errorOf(answer).code]).to.deep.equal([401, 'UNAUTHORIZED']);
    }
    const answer = await send(modern('tools/list'));
    expect(answer.headers).to.include.keys('x-ratelimit-remaining', 'ratelimit', 'x-request-id');
    expect(answer.headers['cache-control']).to.equal('no-store');
  });

  for (const [revision, kinds] of [
    [undefined, ['text', 'text', 'image']],
    ['2025-03-26', ['text', 'text', 'image']],
    ['2025-06-18', ['text', 'text', 'resource_link', 'image']],
  ] as const) {
    it(`returns content types that a client of ${revision ?? 'no known revision'} can read`, async () => {
      const id = await suite.queued(customer);
      await suite.complete(id);
      const headers = revision !== undefined && { headers: { 'MCP-Protocol-Version': revision } };
      const body = legacy('tools/call', { name: 'get_generation', arguments: { id } });
      const [message] = messagesOf(await send({ ...headers, body })) as {
        result: CallToolResult;
      }[];
      expect(message?.result.content.map(({ type }) => type)).to.deep.equal(kinds);
    });
  }

  it('hides the details of an internal error', async () => {
    const { headers, body } = modern('tools/call', {
      name: 'get_generation',
      arguments: { id: `gen_${randomUUID().replaceAll('-', '')}` },
    });
    const [message] = messagesOf(await send({ headers, body }));
    expect(message).to.have.nested.property('result.structuredContent.error.code', 'NOT_FOUND');
    expect(message).to.have.nested.property('result.structuredContent.error.request_id');
  });
});
