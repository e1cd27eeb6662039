import type { CallToolResult } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import type { RawAnswer } from '../api/raw.js';
import { apiSuite, type Customer } from '../api/suite.js';
import { metaOf } from './mcp-rig.js';
import { errorOf, legacy, messagesOf, modern, sendMessage, type Sent } from './raw-rig.js';

describe('POST /mcp', () => {
  const suite = apiSuite();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer();
  });

  const send = ({ key = customer.apiKey, ...sent }: Partial<Sent>): Promise<RawAnswer> =>
    sendMessage(suite.api.url, { ...sent, key });

  it("counts each message against the key's rate, including each message of a batch", async () => {
    customer = await suite.customer({ raised: { requests_per_minute: 30 } });
    const left = async (body: unknown) => {
      const answer = await send({ body });
      expect(answer.status, answer.text).to.equal(200);
      return Number(answer.headers['x-ratelimit-remaining']);
    };
    const first = await left(legacy('tools/list'));
    const ids = Array.from({ length: 10 }, (_, at) => at + 1);
    const second = await left(ids.map((id) => legacy('ping', {}, id)));
    expect(first - second).to.be.within(9, 10);
    const calls = ids.flatMap((id) => [legacy('ping', {}, id), legacy('ping', {}, -id)]);
    const answer = await send({ body: calls });
    expect([answer.status, errorOf(answer).code]).to.deep.equal([429, 'RATE_LIMITED']);
    expect(Number(answer.headers['retry-after'])).to.be.above(0);
  });

  const IMAGE = { name: 'generate_image', arguments: { prompt: 'a red fox' } };
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const tooMuch: [string, () => string, number][] = [
    ['one byte over 4 MiB', () => `"${'x'.repeat(4 * 1_024 * 1_024 - 1)}"`, 413],
    ['4 MiB of nesting', () => nested(2 * 1_024 * 1_024), 400],
    ['4 MiB of small values', () => `[${'1,'.repeat(2 * 1_024 * 1_024 - 2)}1]`, 400],
    ['half a message', () => '{"jsonrpc":"2.0","id":1,', 400],
    [
      'a batch of 100 calls',
      () => JSON.stringify(Array.from({ length: 100 }, (_, id) => legacy('tools/call', IMAGE, id))),
      400,
    ],
  ];
  for (const [what, make, status] of tooMuch) {
    it(`refuses ${what} with ${status}, and does nothing`, async () => {
      const answer = await suite.leavesNothing(customer.accountId, () => send({ body: make() }));
      expect(answer.status, answer.text.slice(0, 200)).to.equal(status);
      expect(errorOf(answer).code).to.equal('VALIDATION_ERROR');
      expect(suite.api.edge.bodies.held).to.equal(0);
    });
  }

  it('accepts a 4 MiB message, such as a call with a data URL, and releases its memory', async () => {
    const { body, headers } = modern('tools/call', { name: 'quote', arguments: {} });
    const empty = JSON.stringify(body).length;
    const prompt = 'x'.repeat(4 * 1_024 * 1_024 - empty - '"prompt":""'.length);
    const params = { ...body.params, arguments: { prompt } };
    const answer = await send({ headers, body: { ...body, params } });
    expect(answer.status, answer.text).to.equal(200);
    expect(messagesOf(answer)[0]).to.have.nested.property('result.isError', true);
    expect(suite.api.edge.bodies.held).to.equal(0);
  });

  it('refuses a long progress token, because each progress message would repeat it', async () => {
    const meta = { _meta: { progressToken: 'x'.repeat(257) } };
    const body = legacy('tools/call', { ...IMAGE, ...meta });
    const answer = await suite.leavesNothing(customer.accountId, () => send({ body }));
    expect(messagesOf(answer)[0]).to.have.nested.property('error.code', -32602);
    expect(messagesOf(answer)[0]).to.have.nested.property(
      'error.message',
      'params._meta.progressToken must have at most 256 characters',
    );
  });

  it('allows a batch of calls, each with its own idempotency key', async () => {
    const body = [1, 2].map((id) => legacy('tools/call', IMAGE, id));
    const answers = messagesOf(await send({ body })) as { result: CallToolResult }[];
    expect(answers).to.have.length(2);
    const keys = answers.map(({ result }) => metaOf(result)['idempotency_key']);
    expect(new Set(keys).size).to.equal(2);
    expect((await suite.footprint(customer.accountId))['generation']).to.equal(2);
  });
});
