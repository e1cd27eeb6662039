import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { startPending } from '../../domain/durable/relay-starts.js';
import type { WorkflowToStart } from '../../domain/durable/start-workflow.js';
import { replayRig } from '../support/replay-rig.js';
import { status, type Receipt } from '../support/receiver.js';
import { until } from '../support/until.js';
import { statusIs, webhookSuite } from './webhooks-rig.js';

const stripe = new Stripe('sk_test_unused');

/** Verifies a delivery like a receiver with Stripe's library; throws when the signature is wrong. */
const verifiedByStripe = (receipt: Receipt, secret: string) =>
  stripe.webhooks.constructEvent(
    receipt.body,
    receipt.headers['service-signature'] ?? '',
    secret,
  ) as unknown as Receipt['event'];

const verifiedByStandard = (receipt: Receipt, secret: string) =>
  new Webhook(secret).verify(receipt.body, receipt.headers) as Receipt['event'];

describe('webhook deliveries', () => {
  const rig = replayRig();
  const suite = webhookSuite({ change: rig.watch });

  it('send a finished generation as specified, with a signature over the exact bytes', async () => {
    const customer = await suite.customer();
    const webhook = await suite.webhook(customer, '/completed');
    const id = await suite.queued(customer);
    rig.allowOpen(id, 'its picture is finished by hand');
    await suite.complete(id);
    const [receipt] = await suite.receiver.received('/completed', 1);
    if (!receipt) throw new Error('nothing arrived');
    const delivery = await suite.delivery(customer, webhook.id, statusIs('delivered'));
    expect(receipt.event).to.include({
      id: `evt_gen_${id}_completed`,
      type: 'generation.completed',
    });
    const generation = (await customer.client.get(`/v1/generations/${id}`)).body;
    expect(receipt.event.data).to.deep.equal(generation);
    expect(receipt.headers).to.include({
      'service-event': 'generation.completed',
      'service-delivery': delivery.id,
      'user-agent': 'Service-Webhooks/1',
      'content-type': 'application/json',
    });
    expect(receipt.headers['service-signature']).to.match(/^t=\d{10},v1=[0-9a-f]{64}$/);
    expect(receipt.names).to.include.members([
      'Service-Signature',
      'Service-Event',
      'Service-Delivery',
      'User-Agent',
    ]);
    expect(verifiedByStripe(receipt, webhook.secret).id).to.equal(receipt.event.id);
    expect(verifiedByStandard(receipt, webhook.secret).id).to.equal(receipt.event.id);
    expect(delivery).to.deep.include({
      object: 'webhook_delivery',
      event_id: receipt.event.id,
      attempts: 1,
      last_status: 200,
      last_error: null,
      next_attempt_at: null,
      resend_of: null,
    });
  });

  it('retry a failed attempt with the same delivery, event and bytes, and a new timestamp', async () => {
    const customer = await suite.customer();
    const webhook = await suite.webhook(customer, '/flaky', { reaction: status(500, {}, 'oops') });
    await suite.emit(customer);
    const waiting = await suite.delivery(customer, webhook.id, ({ attempts }) => attempts === 1);
    expect(waiting).to.include({ status: 'pending', last_status: 500, last_error: 'http_status' });
    const [sent] = (await suite.detail(customer, webhook.id, waiting.id)).attempt_log;
    expect((waiting.next_attempt_at ?? 0) - (sent?.started_at ?? 0)).to.equal(60_000);
    suite.receiver.at('/flaky');
    const path = `/v1/webhooks/${webhook.id}/deliveries/${waiting.id}/resend`;
    const hastened = await customer.client.call<{ id: string }>('POST', path);
    expect([hastened.status, hastened.body.id]).to.deep.equal([202, waiting.id]);
    await suite.delivery(customer, webhook.id, statusIs('delivered'));
    const [first, second] = suite.receiver.of('/flaky');
    expect(second?.body).to.equal(first?.body);
    expect(second?.headers['service-delivery']).to.equal(first?.headers['service-delivery']);
    const detail = await suite.detail(customer, webhook.id, waiting.id);
    expect(detail.request_body).to.equal(first?.body);
    expect(
      detail.attempt_log.map(({ n, status: code, error, response_excerpt: text }) => [
        n,
        code,
        error,
        text,
      ]),
    ).to.deep.equal([
      [1, 500, 'http_status', 'oops'],
      [2, 200, null, 'thanks'],
    ]);
  });

  it('reach only subscribed endpoints, each with its own delivery id and secret', async () => {
    const customer = await suite.customer();
    const a = await suite.webhook(customer, '/a', { events: ['credits.low'] });
    const b = await suite.webhook(customer, '/b');
    const c = await suite.webhook(customer, '/c', { events: ['generation.completed'] });
    const eventId = await suite.emit(customer);
    const [[toA], [toB]] = await Promise.all([
      suite.receiver.received('/a', 1),
      suite.receiver.received('/b', 1),
    ]);
    if (!toA || !toB) throw new Error('nothing arrived');
    expect([toA.event.id, toB.event.id]).to.deep.equal([eventId, eventId]);
    expect(toA.event.data).to.deep.equal({ balance: 7, threshold: 20 });
    expect(toA.headers['service-delivery']).not.to.equal(toB.headers['service-delivery']);
    verifiedByStripe(toA, a.secret);
    verifiedByStripe(toB, b.secret);
    expect(() => verifiedByStripe(toA, b.secret)).to.throw();
    expect(await suite.deliveries(customer, c.id)).to.deep.equal([]);
  });

  it('send a cancelled generation as generation.failed, with an id that ends in _cancelled', async () => {
    const customer = await suite.customer();
    await suite.webhook(customer, '/cancelled');
    const id = await suite.queued(customer);
    const answer = await customer.client.call('POST', `/v1/generations/${id}/cancel`);
    expect(answer.status, answer.text).to.equal(200);
    const [receipt] = await suite.receiver.received('/cancelled', 1);
    expect(receipt?.event).to.include({
      id: `evt_gen_${id}_cancelled`,
      type: 'generation.failed',
    });
    expect(receipt?.event.data).to.deep.include({ status: 'cancelled', refunded_credits: 2 });
  });

  it('are started exactly once by the relay when the start after the commit failed', async () => {
    const customer = await suite.customer();
    const webhook = await suite.webhook(customer, '/relayed');
    const { startWorkflow } = suite.api.deps;
    const away = () => Promise.reject(new Error('Temporal is away'));
    Object.assign(suite.api.deps, { startWorkflow: away });
    await suite.emit(customer).finally(() => Object.assign(suite.api.deps, { startWorkflow }));
    const [waiting] = await suite.deliveries(customer, webhook.id);
    expect(waiting).to.include({ status: 'pending', attempts: 0 });
    const { deps } = suite.api;
    // The relay must not start the outbox rows of other suites.
    const relay = {
      ...deps,
      startWorkflow: (start: WorkflowToStart) =>
        start.workflowId === waiting?.id
          ? deps.startWorkflow(start)
          : Promise.reject(new Error('not of this suite')),
    };
    await until('the relay has started the delivery', async () => {
      const due = 'UPDATE workflow_start SET next_try_at = now() WHERE workflow_id = $1';
      await suite.db.query(due, [waiting?.id]);
      return (await startPending(relay)) > 0;
    });
    await suite.delivery(customer, webhook.id, statusIs('delivered'));
    expect(suite.receiver.of('/relayed')).to.have.length(1);
  });

  it('report once a day that a charge reduced the balance to less than 20', async () => {
    const customer = await suite.customer({ credits: 23 });
    await suite.webhook(customer, '/low', { events: ['credits.low'] });
    for (let count = 0; count < 3; count += 1) {
      rig.allowOpen(await suite.queued(customer), 'it stays queued');
    }
    const [receipt] = await suite.receiver.received('/low', 1);
    expect(receipt?.event).to.deep.include({
      type: 'credits.low',
      data: { balance: 19, threshold: 20 },
    });
    expect(receipt?.event.id).to.match(new RegExp(`^evt_low_${customer.accountId}_\\d{8}$`));
    const events = await suite.eventsOf(customer.accountId);
    expect(events).to.have.length(1);
  });
});
