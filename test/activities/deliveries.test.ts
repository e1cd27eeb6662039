import { MockActivityEnvironment } from '@temporalio/testing';
import { ApplicationFailure } from '@temporalio/common';
import { expect } from 'chai';
import { createDeliveryActivities } from '../../activities/deliveries.js';
import type { AttemptOutcome } from '../../workflows/names.js';
import type { Customer } from '../api/suite.js';
import { webhookSuite } from '../api/webhooks-rig.js';
import { silence, status } from '../support/receiver.js';

const MINUTE_MS = 60_000;

describe('an attempt of a delivery', () => {
  // No worker: the test runs the activity itself.
  const suite = webhookSuite({
    workers: null,
    change: (deps) => ({ ...deps, startWorkflow: () => Promise.resolve() }),
  });
  let customer: Customer;
  let activities: ReturnType<typeof createDeliveryActivities>;
  beforeEach(async () => {
    customer = await suite.customer();
    activities = createDeliveryActivities(suite.api.deps);
  });

  async function pending(endpointId: string): Promise<string> {
    await suite.emit(customer);
    const [newest] = await suite.deliveries(customer, endpointId);
    return newest?.id ?? '';
  }
  /** @param waitedMs since this attempt was scheduled for the first time */
  function run(endpointId: string, deliveryId: string, attempt = 1, waitedMs = 0) {
    const env = new MockActivityEnvironment({
      scheduledTimestampMs: 0,
      currentAttemptScheduledTimestampMs: waitedMs,
    });
    const input = { deliveryId, endpointId, attempt };
    const step = (): Promise<AttemptOutcome> => activities.attemptDelivery(input);
    return env.run<[], AttemptOutcome, typeof step>(step);
  }

  it('repeated after its answer was lost, says the same and sends nothing', async () => {
    const { id } = await suite.webhook(customer, '/lost', { reaction: status(500) });
    const delivery = await pending(id);
    const first = await run(id, delivery);
    const again = await run(id, delivery);
    expect([first.outcome, again.outcome]).to.deep.equal(['retry', 'retry']);
    const [one, two] = [first, again].map((ended) => ('delayMs' in ended ? ended.delayMs : 0));
    expect(one).to.equal(MINUTE_MS);
    expect(two).to.be.within(MINUTE_MS - 2_000, MINUTE_MS);
    expect(suite.receiver.of('/lost')).to.have.length(1);
    suite.receiver.at('/lost');
    expect(await run(id, delivery, 2)).to.deep.equal({ outcome: 'delivered' });
    expect(await run(id, delivery, 2)).to.deep.equal({ outcome: 'delivered' });
    expect(suite.receiver.of('/lost')).to.have.length(2);
  });

  it('repeated after its worker died between POST and record, sends the same once more', async () => {
    const { id } = await suite.webhook(customer, '/died');
    const delivery = await pending(id);
    await suite.db.query(`UPDATE webhook_delivery SET status = 'delivering' WHERE id = $1`, [
      delivery,
    ]);
    expect(await run(id, delivery)).to.deep.equal({ outcome: 'delivered' });
    const detail = await suite.detail(customer, id, delivery);
    expect(detail.attempt_log).to.have.length(1);
  });

  it('of a disabled endpoint is skipped, also when the event was written meanwhile', async () => {
    const { id } = await suite.webhook(customer, '/disabled');
    const delivery = await pending(id);
    await suite.db.query('UPDATE webhook_endpoint SET enabled = false WHERE id = $1', [id]);
    expect(await run(id, delivery)).to.deep.equal({ outcome: 'stopped' });
    expect((await suite.deliveries(customer, id))[0]?.status).to.equal('skipped');
    expect(suite.receiver.of('/disabled')).to.deep.equal([]);
  });

  it('the fifth at a time gives its slot back; after 15 minutes without a turn it has failed', async () => {
    const { id } = await suite.webhook(customer, '/hangs', { reaction: silence });
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await pending(id));
    const hanging = ids.slice(0, 4).map((delivery) => run(id, delivery));
    await suite.receiver.received('/hangs', 4);
    const fifth = ids[4] ?? '';
    const failure = await run(id, fifth, 1, 15 * MINUTE_MS - 1).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(ApplicationFailure);
    expect(failure).to.include({ type: 'NoTurn', nonRetryable: false });
    expect((await suite.deliveries(customer, id))[0]).to.include({ attempts: 0 });
    expect(await run(id, fifth, 1, 15 * MINUTE_MS)).to.deep.equal({
      outcome: 'retry',
      delayMs: MINUTE_MS,
    });
    expect((await suite.deliveries(customer, id))[0]).to.include({
      ...{ status: 'pending', attempts: 1, last_status: null },
      last_error: 'endpoint_unavailable',
    });
    expect(suite.receiver.of('/hangs')).to.have.length(4);
    const outcomes = await Promise.all(hanging);
    expect(outcomes.map(({ outcome }) => outcome)).to.deep.equal(Array(4).fill('retry'));
    const [last] = await suite.db.query('SELECT last_error FROM webhook_delivery WHERE id = $1', [
      ids[0],
    ]);
    expect(last).to.deep.equal({ last_error: 'timeout' });
  });

  it('prunes what is older than 30 days and closed, with its attempts, and then its event', async () => {
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
    await new MockActivityEnvironment().run(() => activities.pruneWebhooks());
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
