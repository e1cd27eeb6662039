import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { startWorkers } from '../support/workers.js';
import { apiSuite, type Customer } from './suite.js';

describe('POST /v1/generations/{id}/cancel', () => {
  const suite = apiSuite({ workers: { media: false } });
  const cancel = (customer: Customer, id: string, idem: string = randomUUID()) =>
    customer.client.call<GenerationBody>('POST', `/v1/generations/${id}/cancel`, { idem });

  it('refunds a queued generation in full, frees its slot and sends an event', async () => {
    const customer = await suite.customer({ credits: 2, purchased: 5 });
    const created = await customer.client.image({ prompt: 'a red fox', resolution: '4K' });
    const { id } = created.body;
    const answer = await cancel(customer, id);
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body).to.deep.include({
      status: 'cancelled',
      credits: 3,
      refunded_credits: 3,
      result: null,
    });
    expect(answer.body.error?.code).to.equal('CANCELLED');
    expect(answer.body.completed_at).to.be.a('number');

    const [row] = await suite.db.query(
      `SELECT sub::int, pur::int, (held_sub + held_pur)::int AS held, active_jobs
       FROM account WHERE id = $1`,
      [customer.accountId],
    );
    expect(row).to.deep.equal({ sub: 2, pur: 5, held: 0, active_jobs: 0 });
    const events = await suite.eventsOf(customer.accountId);
    const event = events.find(({ type }) => type === 'generation.failed');
    expect(event?.id).to.equal(`evt_gen_${id}_cancelled`);
    expect(JSON.parse(event?.body ?? '{}').data).to.deep.equal(answer.body);
  });

  it('replays the response for the same Idempotency-Key, and returns 409 for a new key', async () => {
    const customer = await suite.customer();
    const id = await suite.queued(customer);
    const idem = randomUUID();
    const first = await cancel(customer, id, idem);
    await suite.leavesNothing(customer.accountId, async () => {
      const again = await cancel(customer, id, idem);
      expect([again.status, again.text]).to.deep.equal([200, first.text]);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expect((await cancel(customer, id)).status).to.equal(409);
    });
  });

  it('refunds once under concurrent requests, with the same or different Idempotency-Keys', async () => {
    const customer = await suite.customer({ credits: 100 });
    const id = await suite.queued(customer);
    const idem = randomUUID();
    const keys = [
      ...Array<string>(10).fill(idem),
      ...Array.from({ length: 10 }, () => randomUUID()),
    ];
    const answers = await Promise.all(keys.map((key) => cancel(customer, id, key)));
    const sameKey = answers.slice(0, 10).map(({ status, text }) => `${status} ${text}`);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length, 'all requests with one key, or a single request').to.be.oneOf([1, 10]);
    expect(new Set(done.map(({ text }) => text)).size).to.equal(1);
    if (done.length === 10) expect(new Set(sameKey).size).to.equal(1);
    for (const { status } of answers) expect(status).to.be.oneOf([200, 409]);
    expect((await suite.footprint(customer.accountId)).balance).to.equal(100);
  });

  it('returns 409 once the generation is processing or finished, and keeps the charge', async () => {
    const customer = await suite.customer();
    const [processing, completed] = [await suite.queued(customer), await suite.queued(customer)];
    await suite.claim(processing);
    await suite.complete(completed);
    for (const [id, status] of [
      [processing, 'processing'],
      [completed, 'completed'],
    ] as const) {
      const answer = await suite.leavesNothing(customer.accountId, () =>
        customer.client.refused('POST', `/v1/generations/${id}/cancel`),
      );
      expect(answer.status, answer.text).to.equal(409);
      expect(answer.body.error).to.deep.include({ code: 'CONFLICT', details: { status } });
      expect(answer.headers.get('x-should-retry')).to.equal('false');
    }
  });
});

describe('POST /v1/generations/{id}/cancel after the run has ended', () => {
  const suite = apiSuite({ workers: { media: false } });

  it('cancels the generation, refunds once, and replays the response for the same Idempotency-Key', async () => {
    const customer = await suite.customer({ credits: 2 });
    const id = await suite.queued(customer);
    await suite.api.deps.temporal.client.workflow.getHandle(id).terminate('a test');
    const path = `/v1/generations/${id}/cancel`;
    const idem = randomUUID();
    const answer = await customer.client.call<GenerationBody>('POST', path, { idem });
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body).to.deep.include({ status: 'cancelled', refunded_credits: 2 });
    const again = await customer.client.call('POST', path, { idem });
    expect([again.status, again.text]).to.deep.equal([200, answer.text]);
    expect((await suite.footprint(customer.accountId)).balance).to.equal(2);
    const events = await suite.eventsOf(customer.accountId);
    expect(events.map((event) => event.id)).to.include(`evt_gen_${id}_cancelled`);
  });
});

describe('POST /v1/generations/{id}/cancel without a worker', () => {
  const suite = apiSuite();

  it('returns 503 with Retry-After, and the same Idempotency-Key cancels once a worker runs', async () => {
    const customer = await suite.customer();
    const id = await suite.queued(customer);
    const path = `/v1/generations/${id}/cancel`;
    const idem = randomUUID();
    const refused = await suite.leavesNothing(customer.accountId, () =>
      customer.client.refused('POST', path, { idem }),
    );
    expect(refused.status, refused.text).to.equal(503);
    expect(refused.body.error.code).to.equal('UNAVAILABLE');
    expect(Number(refused.headers.get('retry-after'))).to.be.at.least(1);

    const workers = await startWorkers(suite.api.deps, { media: false });
    try {
      const answer = await customer.client.call<GenerationBody>('POST', path, { idem });
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.body).to.deep.include({ status: 'cancelled', refunded_credits: 2 });
    } finally {
      await workers.stop();
    }
  });
});
