import type { Client, Progress } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { apiSuite, type Customer } from '../api/suite.js';
import { startApi } from '../support/platform.js';
import { until } from '../support/until.js';
import { call, connectAgent, ERAS, refuse, succeed } from './mcp-rig.js';

const FOX = { prompt: 'a red fox' };

describe("a tool's wait_seconds", () => {
  const suite = apiSuite();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ raised: { requests_per_minute: 100_000 } });
  });
  const watches = () => suite.api.edge.waits.waiting;
  const waits = (count: number) =>
    until(`${count} calls wait`, () => Promise.resolve(watches() === count));
  const idsOf = async ({ accountId }: Customer): Promise<string[]> => {
    const rows: { id: string }[] = await suite.db.query(
      'SELECT id FROM generation WHERE account_id = $1',
      [accountId],
    );
    return rows.map(({ id }) => id);
  };
  const connect = (era: (typeof ERAS)[number]): Promise<Client> =>
    connectAgent(suite.api.url, customer.apiKey, { era });

  for (const era of ERAS) {
    it(`waits until the generation has ended, reports progress, and returns the file (${era})`, async () => {
      const agent = await connect(era);
      const notifications: Progress[] = [];
      const onprogress = (line: Progress) => notifications.push(line);
      const given = { ...FOX, wait_seconds: 50 };
      const answer = call(agent, 'generate_image', given, { onprogress });
      await waits(1);
      await until('a progress notification has arrived', () =>
        Promise.resolve(notifications.length > 0),
      );
      const [id = ''] = await idsOf(customer);
      await suite.complete(id);
      const { structuredContent, content } = await answer;
      const { result, status } = structuredContent as GenerationBody;
      expect(status).to.equal('completed');
      expect(notifications[0]).to.deep.include({ total: 50, message: 'queued' });
      const links = content.filter(({ type }) => type === 'resource_link');
      expect(links).to.deep.equal([
        {
          type: 'resource_link',
          uri: result?.url,
          name: `${id}.webp`,
          mimeType: 'image/webp',
          description: 'The finished image',
        },
      ]);
      const previews = content.filter(({ type }) => type === 'image');
      const data = Buffer.from('webp').toString('base64');
      expect(previews).to.deep.equal([{ type: 'image', data, mimeType: 'image/webp' }]);
      expect(watches()).to.equal(0);
      await agent.close();
    });

    it(`returns the current state instead of an error after the timeout (${era})`, async () => {
      const agent = await connect(era);
      const made = await succeed<GenerationBody>(agent, 'generate_image', {
        ...FOX,
        wait_seconds: 1,
      });
      expect(made.status).to.equal('queued');
      const now = await succeed<GenerationBody>(agent, 'get_generation', {
        id: made.id,
        wait_seconds: 1,
      });
      expect(now).to.deep.equal(made);
      await agent.close();
    });

    it(`ends when the client disconnects, while the generation continues (${era})`, async () => {
      const agent = await connect(era);
      const answer = call(agent, 'generate_image', { ...FOX, wait_seconds: 50 });
      const ended = answer.then(
        () => 'answered',
        () => 'cut off',
      );
      await waits(1);
      await agent.close();
      await waits(0);
      expect(await ended).to.equal('cut off');
      const [id = ''] = await idsOf(customer);
      const { body } = await customer.client.get(`/v1/generations/${id}`);
      expect(body.status).to.equal('queued');
      await suite.complete(id);
      expect((await customer.client.get(`/v1/generations/${id}`)).body.status).to.equal(
        'completed',
      );
    });
  }

  it('does not wait for a generation that has ended, and returns why it failed', async () => {
    const agent = await connect('modern');
    const id = await suite.queued(customer);
    await suite.complete(id);
    const done = await call(agent, 'get_generation', { id, wait_seconds: 50 });
    expect(done.content.map(({ type }) => type)).to.deep.equal(['text', 'resource_link', 'image']);
    await suite.db.query(
      `UPDATE generation SET status = 'failed', output_key = NULL,
         error = '{"code": "TIMEOUT", "message": "It took too long."}' WHERE id = $1`,
      [id],
    );
    const { content, isError } = await call(agent, 'get_generation', { id, wait_seconds: 50 });
    expect(isError).not.to.equal(true);
    expect(content).to.have.length(1);
    expect(content[0]).to.have.property('text').that.includes('TIMEOUT');
    await suite.db.query("UPDATE generation SET status = 'completed' WHERE id = $1", [id]);
    await agent.close();
  });

  it('omits a preview that is too large', async () => {
    const agent = await connect('modern');
    const id = await suite.queued(customer);
    const [, preview = ''] = await suite.complete(id);
    await suite.api.deps.store.put(preview, Buffer.alloc(100_001), 'image/webp');
    const { content } = await call(agent, 'get_generation', { id });
    expect(content.map(({ type }) => type)).to.deep.equal(['text', 'resource_link']);
    await agent.close();
  });

  it('lets 50 calls per account wait, and returns immediately for further calls', async () => {
    const agent = await connect('modern');
    const id = await suite.queued(customer);
    const given = { id, wait_seconds: 50 };
    const fifty = Array.from({ length: 50 }, () =>
      succeed<GenerationBody>(agent, 'get_generation', given),
    );
    await waits(50);
    const next = await succeed<GenerationBody>(agent, 'get_generation', given);
    expect(next.status).to.equal('queued');
    const other = await customer.client.get('/v1/account');
    expect(other.status, 'other requests are served during the wait').to.equal(200);
    await suite.complete(id);
    const ends = await Promise.all(fifty);
    expect(new Set(ends.map(({ status }) => status))).to.deep.equal(new Set(['completed']));
    expect(watches()).to.equal(0);
    await agent.close();
  });

  it('requires the read scope', async () => {
    const { apiKey } = await suite.key(customer.accountId, { scopes: ['generate'] });
    const agent = await connectAgent(suite.api.url, apiKey);
    const made = await succeed<GenerationBody>(agent, 'generate_image', {
      ...FOX,
      wait_seconds: 50,
    });
    expect([made.status, watches()]).to.deep.equal(['queued', 0]);
    await agent.close();
  });

  it('is refused when invalid, before any work is done', async () => {
    const agent = await connect('modern');
    await suite.leavesNothing(customer.accountId, async () => {
      for (const seconds of [-1, 51, 0.5, '5', true]) {
        const { error } = await refuse(agent, 'generate_image', { ...FOX, wait_seconds: seconds });
        expect(JSON.stringify(error.details)).to.include('arguments.wait_seconds');
      }
    });
    await agent.close();
  });

  it('ends when the process stops', async () => {
    const api = await startApi();
    try {
      const agent = await connectAgent(api.url, customer.apiKey);
      const answer = succeed<GenerationBody>(agent, 'generate_image', {
        ...FOX,
        wait_seconds: 50,
      });
      await until('the call waits', () => Promise.resolve(api.edge.waits.waiting === 1));
      api.deps.stopping.abort();
      expect((await answer).status).to.equal('queued');
      await agent.close();
    } finally {
      await api.stop();
    }
  });
});
