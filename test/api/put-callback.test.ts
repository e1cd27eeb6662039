import { expect } from 'chai';
import { createId } from '../../domain/contract/ids.js';
import { status } from '../support/receiver.js';
import { until } from '../support/until.js';
import { callbackSuite } from './callbacks-rig.js';
import type { Customer } from './suite.js';

describe('PUT /v1/generations/{id}/callback', () => {
  const { suite, nextPath, create, put, log, logged, fail, ...rig } = callbackSuite();
  let customer: Customer;
  beforeEach(() => {
    customer = rig.customer();
  });

  it('delivers the final event once, to the last URL set while the generation ran', async () => {
    const [first, last] = [nextPath(), nextPath()];
    const id = await suite.queued(customer);
    const set = await put(id, { webhook_url: suite.receiver.at(first) });
    expect(set.status, set.text).to.equal(200);
    expect(set.body).to.deep.include({
      object: 'callback',
      generation_id: id,
      webhook_url: suite.receiver.origin + first,
      webhook_events: ['generation.completed', 'generation.failed'],
    });
    const moved = await put(id, { webhook_url: suite.receiver.at(last) });
    expect(moved.body.webhook_id).to.equal(set.body.webhook_id);
    await suite.complete(id);
    await logged(([row]) => row?.status === 'delivered');
    expect(suite.receiver.of(last)).to.have.length(1);
    expect(suite.receiver.of(first)).to.deep.equal([]);
  });

  it('delivers the final event immediately, once for each URL, if the generation has already ended', async () => {
    const [first, second] = [nextPath(), nextPath()];
    const id = await suite.queued(customer);
    await suite.complete(id);
    await put(id, { webhook_url: suite.receiver.at(first) }, customer, 'one');
    await put(id, { webhook_url: suite.receiver.at(first) }, customer, 'one');
    await put(id, { webhook_url: suite.receiver.at(first) }, customer, 'two');
    await suite.receiver.received(first, 1);
    await put(id, { webhook_url: suite.receiver.at(second) });
    await put(id, { webhook_url: suite.receiver.at(second) });
    const [receipt] = await suite.receiver.received(second, 1);
    expect(receipt?.event.data).to.include({ id, status: 'completed' });
    const rows = await logged((all) => all.every((row) => row.status === 'delivered'));
    expect(rows.map(({ url }) => url)).to.deep.equal([
      suite.receiver.origin + second,
      suite.receiver.origin + second,
    ]);
    expect(suite.receiver.of(first)).to.have.length(1);
    expect(suite.receiver.of(second)).to.have.length(1);
    expect(await suite.eventsOf(customer.accountId)).to.have.length(1);
  });

  it('delivers the final event of an ended generation as soon as the selected events include it', async () => {
    const path = nextPath();
    const id = await suite.queued(customer);
    await suite.complete(id);
    const body = { webhook_url: suite.receiver.at(path) };
    await put(id, { ...body, webhook_events: ['generation.failed'] });
    expect(await log()).to.deep.equal([]);
    await put(id, { ...body, webhook_events: ['generation.completed'] });
    await suite.receiver.received(path, 1);
  });

  it('stops retries to the previous URL', async () => {
    const [dead, living] = [nextPath(), nextPath()];
    const id = await create(dead, {}, status(500));
    await suite.complete(id);
    await logged(([row]) => row?.attempts === 1);
    await put(id, { webhook_url: suite.receiver.at(living) });
    await suite.receiver.received(living, 1);
    const rows = await logged(([row]) => row?.status === 'delivered');
    expect(rows.map((row) => row.status)).to.deep.equal(['delivered', 'cancelled']);
    expect(rows[0]?.resend_of).to.equal(rows[1]?.id);
  });

  it('creates exactly one delivery if the generation ends at the same moment', async () => {
    const targets = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const id = await suite.queued(customer);
        await suite.claim(id);
        return { id, path: nextPath() };
      }),
    );
    const answers = await Promise.all(
      targets.flatMap(({ id, path }) => [
        put(id, { webhook_url: suite.receiver.at(path) }),
        fail(id),
      ]),
    );
    for (const answer of answers)
      if ('body' in answer) expect(answer.status, answer.text).to.equal(200);
    await until('every callback has arrived', async () =>
      targets.every(({ path }) => suite.receiver.of(path).length > 0),
    );
    const rows = await logged((all) => all.every((row) => row.status === 'delivered'));
    expect(rows.map((row) => row.generation_id)).to.have.members(targets.map(({ id }) => id));
    for (const { path } of targets) expect(suite.receiver.of(path)).to.have.length(1);
  });

  it('rejects another account, an unknown id, a key without the scope and a bad URL', async () => {
    const id = await suite.queued(customer);
    const body = { webhook_url: suite.receiver.at(nextPath()) };
    const stranger = await suite.customer();
    expect((await put(id, body, stranger)).status).to.equal(404);
    expect((await put(createId('gen'), body)).status).to.equal(404);
    const reader = await suite.key(customer.accountId, { scopes: ['read', 'webhooks'] });
    const client = suite.client(reader.apiKey);
    expect((await put(id, body, { ...customer, client })).status).to.equal(403);
    expect((await put(id, { webhook_url: 'https://127.0.0.1/' })).status).to.equal(400);
    expect((await put(id, {})).status).to.equal(400);
    const blind = await suite.key(customer.accountId, { scopes: ['generate'] });
    await suite.complete(id);
    const refused = await put(id, body, { ...customer, client: suite.client(blind.apiKey) });
    expect([refused.status, refused.text]).to.satisfy(
      ([code, text]: [number, string]) => code === 403 && text.includes('"required_scope":"read"'),
    );
    expect(await log()).to.deep.equal([]);
    const generator = await suite.key(customer.accountId, { scopes: ['generate', 'read'] });
    for (const [method, path] of [
      ['GET', 'callback-secret'],
      ['POST', 'callback-secret/rotate'],
      ['GET', 'callback-deliveries'],
    ] as const) {
      const limited = suite.client(generator.apiKey);
      const answer = await limited.refused(method, `/v1/webhooks/${path}`);
      expect(answer.status, path).to.equal(403);
    }
  });
});
