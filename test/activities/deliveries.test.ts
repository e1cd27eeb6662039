import { MockActivityEnvironment } from '@temporalio/testing';
import { ApplicationFailure } from '@temporalio/common';
import { expect } from 'chai';
import { createDeliveryActivities } from '../../activities/deliveries.js';
import type { AttemptOutcome } from '../../domain/catalogue/runs.js';
import type { Customer } from '../api/suite.js';
import { webhookSuite } from '../api/webhooks-rig.js';
import { silence, status, type Reaction } from '../support/receiver.js';
import { QUIET } from '../support/workers.js';
import { failureOf } from '../support/failure.js';

const MINUTE_MS = 60_000;
/** More slots than any of these tests needs at the same time. */
const SLOTS = 1_000;

describe('a webhook delivery attempt', () => {
  // No worker runs: the test runs the activity itself.
  const suite = webhookSuite({
    workers: null,
    change: (deps) => ({ ...deps, startWorkflow: () => Promise.resolve() }),
  });
  let customer: Customer;
  let activities: ReturnType<typeof createDeliveryActivities>;
  beforeEach(async () => {
    customer = await suite.customer();
    activities = createDeliveryActivities(suite.api.deps, SLOTS);
  });

  /** Releases the responses that `later` holds. */
  let answer: () => void = () => undefined;
  const later =
    (code: number): Reaction =>
    (receipt, response) => {
      answer = () => status(code)(receipt, response);
    };

  async function pending(endpointId: string): Promise<string> {
    await suite.emit(customer);
    const [newest] = await suite.deliveries(customer, endpointId);
    return newest?.id ?? '';
  }
  function run(endpointId: string, deliveryId: string, attempt = 1, urgent = false) {
    const input = { deliveryId, endpointId, attempt, urgent };
    const step = (): Promise<AttemptOutcome> => activities.attemptDelivery(input);
    return new MockActivityEnvironment({}, { logger: QUIET }).run<[], AttemptOutcome, typeof step>(
      step,
    );
  }

  it('returns the same result and does not send again if repeated after its result was lost', async () => {
    const { id } = await suite.webhook(customer, '/lost', { reaction: status(500) });
    const delivery = await pending(id);
    const first = await run(id, delivery);
    const again = await run(id, delivery);
    expect([first.outcome, again.outcome]).to.deep.equal(['retry', 'retry']);
    const [one, two] = [first, again].map((ended) => ('delayMs' in ended ? ended.delayMs : 0));
    // The minute is counted from the sending of the request, so part of it has passed.
    expect(one).to.be.within(MINUTE_MS / 2, MINUTE_MS);
    expect(two).to.be.within(0, one ?? 0);
    expect(suite.receiver.of('/lost')).to.have.length(1);
    suite.receiver.at('/lost');
    expect(await run(id, delivery, 2)).to.deep.equal({
      outcome: 'delivered',
      status: 200,
      error: null,
    });
    expect(await run(id, delivery, 2)).to.deep.equal({
      outcome: 'delivered',
      status: 200,
      error: null,
    });
    expect(suite.receiver.of('/lost')).to.have.length(2);
  });

  it('sends the event again if its worker died after the POST but before recording it', async () => {
    const { id } = await suite.webhook(customer, '/died');
    const delivery = await pending(id);
    await suite.db.query(`UPDATE webhook_delivery SET status = 'delivering' WHERE id = $1`, [
      delivery,
    ]);
    expect(await run(id, delivery)).to.deep.equal({
      outcome: 'delivered',
      status: 200,
      error: null,
    });
    const detail = await suite.detail(customer, id, delivery);
    expect(detail.attempt_log).to.have.length(1);
  });

  it('is skipped for a disabled endpoint, even if the event was recorded in the meantime', async () => {
    const { id } = await suite.webhook(customer, '/disabled');
    const delivery = await pending(id);
    await suite.db.query('UPDATE webhook_endpoint SET enabled = false WHERE id = $1', [id]);
    expect(await run(id, delivery)).to.deep.equal({
      outcome: 'stopped',
      status: null,
      error: null,
    });
    expect((await suite.deliveries(customer, id))[0]?.status).to.equal('skipped');
    expect(suite.receiver.of('/disabled')).to.deep.equal([]);
  });

  it('is deferred, neither sent nor counted, when its endpoint has used its share of slots', async () => {
    activities = createDeliveryActivities(suite.api.deps, 4);
    const { id } = await suite.webhook(customer, '/hangs', { reaction: silence });
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push(await pending(id));
    const hanging = ids.slice(0, 2).map((delivery) => run(id, delivery));
    await suite.receiver.received('/hangs', 2);
    const [third = '', fourth = ''] = ids.slice(2);
    const failure = await failureOf(run(id, third));
    expect(failure).to.be.instanceOf(ApplicationFailure);
    expect(failure).to.include({ type: 'NoTurn', nonRetryable: false });
    const row = (await suite.deliveries(customer, id)).find((delivery) => delivery.id === third);
    expect(row).to.include({ status: 'pending', attempts: 0, last_error: null });
    // The fourth attempt has priority because a person waits for it, and a slot is free.
    hanging.push(run(id, fourth, 1, true));
    await suite.receiver.received('/hangs', 3);
    const outcomes = await Promise.all(hanging);
    expect(outcomes.map(({ outcome }) => outcome)).to.deep.equal(['retry', 'retry', 'retry']);
    expect((await run(id, third)).outcome).to.equal('retry');
    const log = (await suite.detail(customer, id, third)).attempt_log;
    expect(log.map(({ n, error }) => [n, error])).to.deep.equal([[1, 'timeout']]);
    expect(suite.receiver.of('/hangs')).to.have.length(4);
  });

  it('is due again one minute after it was sent, not one minute after its timeout', async () => {
    const { id } = await suite.webhook(customer, '/late', { reaction: silence });
    const delivery = await pending(id);
    const ended = await run(id, delivery);
    const { attempt_log: log, next_attempt_at: due } = await suite.detail(customer, id, delivery);
    expect((due ?? 0) - (log[0]?.started_at ?? 0)).to.equal(MINUTE_MS);
    expect('delayMs' in ended ? ended.delayMs : 0).to.be.within(20_000, 50_000);
  });

  it('is recorded by a retry, without a second request, if PostgreSQL failed when the attempt ended', async () => {
    const { id } = await suite.webhook(customer, '/unrecorded');
    const delivery = await pending(id);
    const { db } = suite.api.deps;
    const away = (): never => {
      throw new Error('PostgreSQL is away');
    };
    const manager = new Proxy(db.manager, {
      get: (real, name) => (name === 'query' ? away : Reflect.get(real, name)),
    });
    let broken = true;
    const flaky = new Proxy(db, {
      get: (real, name) => (name === 'manager' && broken ? manager : Reflect.get(real, name)),
    });
    activities = createDeliveryActivities({ ...suite.api.deps, db: flaky }, SLOTS);
    const failure = await run(id, delivery).catch((error: Error) => error.message);
    expect(failure).to.equal('PostgreSQL is away');
    broken = false;
    expect(await run(id, delivery)).to.deep.equal({
      outcome: 'delivered',
      status: 200,
      error: null,
    });
    expect(suite.receiver.of('/unrecorded')).to.have.length(1);
    expect((await suite.detail(customer, id, delivery)).attempt_log).to.have.length(1);
  });

  it('stays recorded, and its delivery is skipped, if the endpoint is disabled while the request is in flight', async () => {
    for (const [path, reaction, wanted] of [
      ['/closed', later(500), 'skipped'],
      ['/closed-late', later(200), 'delivered'],
    ] as const) {
      const { id } = await suite.webhook(customer, path, { reaction });
      const delivery = await pending(id);
      const running = run(id, delivery);
      await suite.receiver.received(path, 1);
      const body = { enabled: false };
      await customer.client.call('PATCH', `/v1/webhooks/${id}`, { body });
      answer();
      const { outcome } = await running;
      expect(outcome).to.equal(wanted === 'delivered' ? 'delivered' : 'stopped');
      const detail = await suite.detail(customer, id, delivery);
      expect(detail).to.include({ status: wanted, attempts: 1, next_attempt_at: null });
      expect(detail.attempt_log).to.have.length(1);
    }
  });

  it('closes as cancelled after an operator cancels its run, unless it already delivered', async () => {
    for (const [path, code, wanted] of [
      ['/operator', 500, 'cancelled'],
      ['/operator-late', 200, 'delivered'],
    ] as const) {
      const { id } = await suite.webhook(customer, path, { reaction: later(code) });
      const delivery = await pending(id);
      const close = () => activities.closeDelivery({ deliveryId: delivery });
      const running = run(id, delivery);
      await suite.receiver.received(path, 1);
      await close();
      answer();
      await running;
      const detail = await suite.detail(customer, id, delivery);
      expect(detail).to.include({ status: wanted, attempts: 1, next_attempt_at: null });
      await close();
      expect((await suite.detail(customer, id, delivery)).status).to.equal(wanted);
    }
  });

  it('is still listed if an earlier version of the platform gave up before it sent a request', async () => {
    const { id } = await suite.webhook(customer, '/past');
    const delivery = await pending(id);
    await suite.db.query(
      `UPDATE webhook_delivery SET attempts = 1, last_error = 'endpoint_unavailable' WHERE id = $1`,
      [delivery],
    );
    const [row] = await suite.deliveries(customer, id);
    expect(row).to.include({ attempts: 1, last_error: 'endpoint_unavailable' });
  });

  it('is deleted with its event 30 days after it was closed', async () => {
    const { id } = await suite.webhook(customer, '/old', { reaction: status(500) });
    const [done, open, young] = [await pending(id), await pending(id), await pending(id)];
    await run(id, done);
    const age = (deliveryId: string, state: string) =>
      suite.db.query(
        `WITH d AS (UPDATE webhook_delivery SET status = $2, created_at = now() - interval '31 days'
           WHERE id = $1 RETURNING event_id)
         UPDATE event SET created_at = now() - interval '31 days' WHERE id = (SELECT event_id FROM d)`,
        [deliveryId, state],
      );
    await age(done, 'failed');
    await age(open, 'pending');
    const time = { startToCloseTimeoutMs: 120_000 };
    await new MockActivityEnvironment(time).run(() => activities.pruneWebhooks());
    const left = (await suite.deliveries(customer, id)).map((row) => row.id);
    expect(left).to.deep.equal([young, open]);
    const [counts] = await suite.db.query(
      `SELECT (SELECT count(*)::int FROM delivery_attempt WHERE delivery_id = $1) AS attempts,
         (SELECT count(*)::int FROM event WHERE account_id = $2) AS events`,
      [done, customer.accountId],
    );
    expect(counts).to.deep.equal({ attempts: 0, events: 2 });
  });
});
