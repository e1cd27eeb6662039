import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { status, type Reaction } from '../support/receiver.js';
import {
  closingOf,
  clearText,
  eventsOf,
  typesOf,
  type RecordedEvent,
} from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { startTimeSkipping, timeSkippingEnv } from '../support/time-skipping.js';
import { WebhookSuite } from '../api/webhooks-rig.js';
import type { Customer } from '../api/suite.js';
import { usePlatform } from '../support/use-platform.js';

const MINUTE_MS = 60_000;
const stripe = new Stripe('sk_test_unused');

describe('deliverWebhook over 21 hours (time-skipping server)', () => {
  const rig = replayRig();
  const suite = new WebhookSuite();
  let env: TestWorkflowEnvironment;
  let customer: Customer;
  suite.api = usePlatform({
    async env() {
      env = await startTimeSkipping();
      return { ...timeSkippingEnv(env), ...(await suite.startReceiver()) };
    },
    change: rig.watch,
    workers: { media: false, outbound: true },
    cleanUp: () => suite.forgetStarts(),
    async end() {
      await suite.receiver.stop();
      await env.teardown();
    },
  });
  before(async () => {
    customer = await suite.customer({ raised: { webhooks: 100 } });
  });

  /** Creates a reaction that fails this many times, then responds with 200. */
  const failing = (times: number, reaction: Reaction = status(500)): Reaction => {
    let failures = 0;
    return (receipt, response) =>
      failures++ < times ? reaction(receipt, response) : status(200)(receipt, response);
  };
  const result = (id: string) => closingOf({ temporal: env }, id);

  /** Starts a delivery to a separate endpoint. @returns the ids of endpoint and delivery */
  async function begin(path: string, reaction: Reaction) {
    const events = ['credits.low'];
    const webhook = await suite.webhook(customer, path, { reaction, events });
    await suite.db.query('UPDATE webhook_endpoint SET enabled = (id = $1) WHERE account_id = $2', [
      webhook.id,
      customer.accountId,
    ]);
    await suite.emit(customer);
    const [delivery] = await suite.deliveries(customer, webhook.id);
    return { webhook, id: delivery?.id ?? '' };
  }

  const activityOf = (event: RecordedEvent) =>
    (
      event['activityTaskScheduledEventAttributes'] as
        | { activityType: { name: string } }
        | undefined
    )?.activityType.name;

  /**
   * Lists the times of the scheduled attempts, in minutes of the server's clock after the run's
   * start.
   */
  async function attemptsAt(id: string): Promise<number[]> {
    const events = await eventsOf(suite.api.deps.temporal.client, id);
    const began = Date.parse(String(events[0]?.['eventTime']));
    return events
      .filter((event) => activityOf(event) === 'attemptDelivery')
      .map((event) => Math.floor((Date.parse(String(event['eventTime'])) - began) / MINUTE_MS));
  }

  it('fails after seven attempts at 0, 1, 6, 36, 156, 516 and 1236 minutes', async () => {
    const { webhook, id } = await begin('/dead', status(503));
    expect(await result(id)).to.equal('FAILED http_status');
    expect(await attemptsAt(id)).to.deep.equal([0, 1, 6, 36, 156, 516, 1_236]);
    const detail = await suite.detail(customer, webhook.id, id);
    expect(detail).to.include({ status: 'failed', attempts: 7, last_status: 503 });
    expect(detail).to.include({ last_error: 'http_status', next_attempt_at: null });
    expect(detail.attempt_log.map(({ n }) => n)).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
    const events = await eventsOf(suite.api.deps.temporal.client, id);
    console.log(`      events of seven failed attempts: ${events.length}`);
    expect(events.length).to.be.at.most(80);
    const text = clearText(events);
    const waits = ['1 min', '5 min', '30 min', '2 h', '6 h', '12 h'];
    for (const [index, wait] of waits.entries()) {
      expect(text).to.include(`retry ${index + 1} after 503, in ${wait}`);
    }
    // The summary of each attempt contains the delays of the schedule.
    for (const minutes of [1, 5, 30, 120, 360, 720]) {
      expect(text).to.include(`"delayMs":${minutes * MINUTE_MS}`.replaceAll('"', '\\"'));
    }
    expect(text).to.include('Attempt 7 was the last.');
  });

  for (const [attempt, minutes] of [
    [1, [0]],
    [4, [0, 1, 6, 36]],
    [7, [0, 1, 6, 36, 156, 516, 1_236]],
  ] as const) {
    it(`stops after attempt ${attempt} if the endpoint returns 2xx`, async () => {
      const path = `/at-${attempt}`;
      const { webhook, id } = await begin(path, failing(attempt - 1));
      expect(await result(id)).to.equal('COMPLETED delivered');
      expect(await attemptsAt(id)).to.deep.equal(minutes);
      expect(suite.receiver.of(path)).to.have.length(attempt);
      const ids = suite.receiver.of(path).map(({ headers }) => headers['service-delivery']);
      expect(new Set(ids)).to.deep.equal(new Set([id]));
      const [delivery] = await suite.deliveries(customer, webhook.id);
      expect(delivery).to.include({ status: 'delivered', attempts: attempt, last_error: null });
    });
  }

  it('ends without another attempt if its endpoint is deleted during the wait', async () => {
    const { webhook, id } = await begin('/deleted', status(500));
    await suite.delivery(customer, webhook.id, ({ attempts }) => attempts === 1);
    const answer = await customer.client.call('DELETE', `/v1/webhooks/${webhook.id}`);
    expect(answer.status, answer.text).to.equal(200);
    expect(await result(id)).to.equal('CANCELED');
    expect(suite.receiver.of('/deleted')).to.have.length(1);
    const [row] = await suite.db.query('SELECT status FROM webhook_delivery WHERE id = $1', [id]);
    expect(row).to.deep.equal({ status: 'cancelled' });
    expect(await attemptsAt(id)).to.have.length(1);
  });

  it('sends nothing if its endpoint is deleted, even if its run was not cancelled', async () => {
    const { webhook, id } = await begin('/gone', status(500));
    await suite.delivery(customer, webhook.id, ({ attempts }) => attempts === 1);
    await suite.db.query(
      `WITH gone AS (DELETE FROM webhook_endpoint WHERE id = $1 RETURNING account_id)
       UPDATE account a SET webhooks = webhooks - 1 FROM gone WHERE a.id = gone.account_id`,
      [webhook.id],
    );
    expect(await result(id)).to.equal('COMPLETED stopped');
    expect(suite.receiver.of('/gone')).to.have.length(1);
    const [row] = await suite.db.query('SELECT status FROM webhook_delivery WHERE id = $1', [id]);
    expect(row).to.deep.equal({ status: 'cancelled' });
  });

  it('signs with both secrets after a rotation during the wait', async () => {
    const { webhook, id } = await begin('/rotated', failing(1));
    await suite.delivery(customer, webhook.id, ({ attempts }) => attempts === 1);
    const path = `/v1/webhooks/${webhook.id}/rotate_secret`;
    const { secret } = (await customer.client.call<{ secret: string }>('POST', path)).body;
    expect(await result(id)).to.equal('COMPLETED delivered');
    const [first, second] = suite.receiver.of('/rotated');
    for (const [receipt, key] of [
      [first, webhook.secret],
      [second, webhook.secret],
      [second, secret],
    ] as const) {
      const header = receipt?.headers['service-signature'] ?? '';
      stripe.webhooks.constructEvent(receipt?.body ?? '', header, key);
      new Webhook(key).verify(receipt?.body ?? '', receipt?.headers ?? {});
    }
    expect(first?.headers['service-signature']?.match(/v1=/g)).to.have.length(1);
    expect(second?.headers['service-signature']?.match(/v1=/g)).to.have.length(2);
  });

  for (const [what, reaction] of [
    ['410', status(410)],
    ['503 with Retry-After', status(503, { 'Retry-After': '120' })],
    ['429 with Retry-After', status(429, { 'Retry-After': '86400' })],
  ] as const) {
    it(`retries on schedule after ${what}, and the endpoint stays enabled`, async () => {
      const path = `/answers-${what.slice(0, 3)}`;
      const { webhook, id } = await begin(path, reaction);
      expect(await result(id)).to.equal('FAILED http_status');
      expect(await attemptsAt(id)).to.deep.equal([0, 1, 6, 36, 156, 516, 1_236]);
      expect(suite.receiver.of(path)).to.have.length(7);
      const { body } = await customer.client.get<object>(`/v1/webhooks/${webhook.id}`);
      expect(body).to.include({ enabled: true, disabled_reason: null });
    });
  }

  it('does not skip other deliveries to the endpoint after a 410', async () => {
    const { webhook, id } = await begin('/moved', status(500));
    await suite.delivery(customer, webhook.id, ({ attempts }) => attempts === 1);
    suite.receiver.at('/moved', failing(1, status(410)));
    await suite.emit(customer);
    const [newest] = await suite.deliveries(customer, webhook.id);
    expect(await result(newest?.id ?? '')).to.equal('COMPLETED delivered');
    expect(await result(id)).to.equal('COMPLETED delivered');
  });

  it('keeps events, secrets and responses out of the history', async () => {
    const { webhook, id } = await begin('/private', status(200, {}, 'answer-text'));
    expect(await result(id)).to.equal('COMPLETED delivered');
    const events = await eventsOf(suite.api.deps.temporal.client, id);
    expect(typesOf(events).at(-1)).to.equal('WORKFLOW_EXECUTION_COMPLETED');
    console.log(`      events of a delivery: ${events.length}`);
    const clear = clearText(events);
    for (const text of ['answer-text', webhook.secret, 'balance', suite.receiver.origin]) {
      expect(clear).not.to.include(text);
    }
  });
});
