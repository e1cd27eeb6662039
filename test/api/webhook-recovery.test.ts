import { expect } from 'chai';
import type { DeliveryBody, WebhookTestBody as Tested } from '../../domain/contract/delivery.js';
import { replayRig } from '../support/replay-rig.js';
import { silence, status } from '../support/receiver.js';
import { closingOf } from '../support/recorder.js';
import { until } from '../support/until.js';
import type { Customer } from './suite.js';
import { statusIs, webhookSuite, type CreatedWebhook } from './webhooks-rig.js';

describe('the test, resend and recovery routes of webhooks', () => {
  const rig = replayRig();
  const suite = webhookSuite({ change: rig.watch });
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer();
  });

  const post = <T>(webhook: CreatedWebhook, rest: string, body?: unknown, idem?: string) =>
    customer.client.call<T>('POST', `/v1/webhooks/${webhook.id}${rest}`, {
      ...(body !== undefined && { body }),
      ...(idem !== undefined && { idem }),
    });
  const patch = (webhook: CreatedWebhook, body: unknown) =>
    customer.client.call('PATCH', `/v1/webhooks/${webhook.id}`, { body });

  it('send a signed test event with data.test as the first subscribed type, and log it', async () => {
    const events = ['credits.low', 'generation.failed'];
    const webhook = await suite.webhook(customer, '/test', { events });
    const answer = await post<Tested>(webhook, '/test');
    expect(answer.status, answer.text).to.equal(200);
    const [shown] = await suite.deliveries(customer, webhook.id);
    expect(answer.body).to.deep.equal({
      object: 'webhook_test',
      webhook_id: webhook.id,
      event: 'credits.low',
      sent: true,
      delivery: shown,
    });
    const [receipt] = suite.receiver.of('/test');
    expect(receipt?.event.data).to.deep.equal({ test: true });
    expect(receipt?.event.id).to.match(/^evt_test_[0-9a-f]{32}$/);
    const [delivery] = await suite.deliveries(customer, webhook.id);
    expect(delivery).to.include({ status: 'delivered', attempts: 1 });
  });

  it('report a rejected test event as not sent, without a retry, and once per Idempotency-Key', async () => {
    const webhook = await suite.webhook(customer, '/refuses', { reaction: status(403) });
    const first = await post<Tested>(webhook, '/test', undefined, 'same');
    expect(first.body.sent).to.equal(false);
    expect(first.body.delivery).to.include({
      object: 'webhook_delivery',
      status: 'failed',
      attempts: 1,
      last_status: 403,
      last_error: 'http_status',
      next_attempt_at: null,
    });
    const again = await post<Tested>(webhook, '/test', undefined, 'same');
    expect(again.text).to.equal(first.text);
    expect(suite.receiver.of('/refuses')).to.have.length(1);
    const [delivery] = await suite.deliveries(customer, webhook.id);
    expect(delivery).to.include({ status: 'failed', attempts: 1, next_attempt_at: null });
  });

  it('fail a test if the receiver does not respond within 10 seconds', async () => {
    const webhook = await suite.webhook(customer, '/mute', { reaction: silence });
    const began = performance.now();
    // A busy machine may return 503, so the test repeats the request.
    const answer = await until('the result of the test is known', async () => {
      const one = await post<Tested>(webhook, '/test', undefined, 'mute');
      return one.status !== 503 && one;
    });
    expect([answer.status, answer.body.sent]).to.deep.equal([200, false]);
    expect(answer.body.delivery).to.include({ last_error: 'timeout', last_status: null });
    // A normal event would get its second attempt after a minute.
    expect(performance.now() - began).to.be.within(10_000, 60_000);
    expect(suite.receiver.of('/mute')).to.have.length(1);
  });

  it('return 409 when testing a disabled webhook, and explain how to enable it', async () => {
    const webhook = await suite.webhook(customer, '/off');
    await patch(webhook, { enabled: false });
    const answer = await post<Tested>(webhook, '/test');
    expect([answer.status, answer.text.includes('PATCH')]).to.deep.equal([409, true]);
  });

  it('send the events that were skipped while a webhook was disabled', async () => {
    const webhook = await suite.webhook(customer, '/pause');
    const since = Date.now() - 1_000;
    await suite.emit(customer);
    await suite.delivery(customer, webhook.id, statusIs('delivered'));
    await patch(webhook, { enabled: false });
    const missed = [await suite.emit(customer), await suite.emit(customer)];
    const states = (await suite.deliveries(customer, webhook.id)).map((row) => row.status);
    expect(states).to.deep.equal(['skipped', 'skipped', 'delivered']);
    expect((await post(webhook, '/recover', { since })).status).to.equal(409);
    await patch(webhook, { enabled: true });
    const recovered = await post<{ deliveries: number }>(webhook, '/recover', { since });
    expect(recovered.status, recovered.text).to.equal(202);
    expect(recovered.body).to.deep.include({ deliveries: 2, more: false });
    const receipts = await suite.receiver.received('/pause', 3);
    expect(receipts.slice(1).map(({ event }) => event.id)).to.have.members(missed);
    await until('all events are delivered', async () => {
      const rows = await suite.deliveries(customer, webhook.id);
      return rows.filter(statusIs('delivered')).length === 3;
    });
    const twice = await post<{ deliveries: number }>(webhook, '/recover', { since });
    expect(twice.body.deliveries, 'a second recovery sends no event').to.equal(0);
  });

  it("recover events from before an endpoint existed, but not other endpoints' test events", async () => {
    const since = Date.now() - 1_000;
    const first = await suite.webhook(customer, '/first');
    await post(first, '/test');
    const eventId = await suite.emit(customer);
    const late = await suite.webhook(customer, '/late');
    const { body } = await post<{ deliveries: number }>(late, '/recover', { since });
    expect(body.deliveries).to.equal(1);
    const [receipt] = await suite.receiver.received('/late', 1);
    expect(receipt?.event.id).to.equal(eventId);
  });

  it('close waiting deliveries and end their runs when a webhook is disabled', async () => {
    const webhook = await suite.webhook(customer, '/waits', { reaction: status(500) });
    await suite.emit(customer);
    const waiting = await suite.delivery(customer, webhook.id, ({ attempts }) => attempts === 1);
    await patch(webhook, { enabled: false });
    expect(await closingOf(suite.api.deps, waiting.id)).to.equal('CANCELED');
    const [row] = await suite.deliveries(customer, webhook.id);
    expect(row).to.include({ status: 'skipped', next_attempt_at: null });
  });

  it('resend a closed delivery as a new delivery with the same event, once per Idempotency-Key', async () => {
    const webhook = await suite.webhook(customer, '/again');
    const eventId = await suite.emit(customer);
    const old = await suite.delivery(customer, webhook.id, statusIs('delivered'));
    const rest = `/deliveries/${old.id}/resend`;
    const first = await post<DeliveryBody>(webhook, rest, undefined, 'resend');
    const repeated = await post<DeliveryBody>(webhook, rest, undefined, 'resend');
    expect([first.status, repeated.text]).to.deep.equal([202, first.text]);
    expect(first.body).to.include({ resend_of: old.id, event_id: eventId, status: 'pending' });
    expect(first.body.id).not.to.equal(old.id);
    const receipts = await suite.receiver.received('/again', 2);
    expect(receipts.map(({ headers }) => headers['service-delivery'])).to.deep.equal([
      old.id,
      first.body.id,
    ]);
    expect(receipts[1]?.body).to.equal(receipts[0]?.body);
    expect(await suite.deliveries(customer, webhook.id)).to.have.length(2);
  });

  it('resend a delivery as a new delivery after an operator ended its workflow run', async () => {
    const webhook = await suite.webhook(customer, '/ended', { reaction: status(500) });
    await suite.emit(customer);
    const old = await suite.delivery(customer, webhook.id, ({ attempts }) => attempts === 1);
    await suite.api.deps.temporal.client.workflow.getHandle(old.id).terminate();
    suite.receiver.at('/ended');
    const again = await post<DeliveryBody>(webhook, `/deliveries/${old.id}/resend`);
    expect([again.status, again.body.resend_of]).to.deep.equal([202, old.id]);
    await suite.delivery(customer, webhook.id, statusIs('delivered'));
    const states = (await suite.deliveries(customer, webhook.id)).map((row) => row.status);
    expect(states).to.deep.equal(['delivered', 'failed']);
  });

  it('list the last 50 deliveries, newest first', async () => {
    const webhook = await suite.webhook(customer, '/log');
    await patch(webhook, { enabled: false });
    const ids: string[] = [];
    for (let count = 0; count < 53; count += 1) ids.push(await suite.emit(customer));
    // Two deliveries may have the same millisecond, and then their order is not defined.
    await suite.db.query(
      `UPDATE webhook_delivery
       SET created_at = now() + array_position($2::text[], event_id) * interval '1 ms'
       WHERE endpoint_id = $1`,
      [webhook.id, ids],
    );
    const shown = (await suite.deliveries(customer, webhook.id)).map((row) => row.event_id);
    expect(shown).to.deep.equal(ids.toReversed().slice(0, 50));
  });
});

describe('webhook tests without a worker', () => {
  const suite = webhookSuite({ workers: null });

  it('return 503 with Retry-After, and the same Idempotency-Key later joins the started delivery', async () => {
    const customer = await suite.customer();
    const webhook = await suite.webhook(customer, '/nobody');
    const path = `/v1/webhooks/${webhook.id}/test`;
    const answer = await customer.client.refused('POST', path, { idem: 'nobody' });
    expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([503, '2']);
    const [delivery] = await suite.deliveries(customer, webhook.id);
    await suite.db.query(
      `UPDATE webhook_delivery SET status = 'delivered', attempts = 1 WHERE id = $1`,
      [delivery?.id],
    );
    const again = await customer.client.call<Tested>('POST', path, { idem: 'nobody' });
    expect([again.status, again.body.sent]).to.deep.equal([200, true]);
    expect(await suite.deliveries(customer, webhook.id)).to.have.length(1);
  });
});
