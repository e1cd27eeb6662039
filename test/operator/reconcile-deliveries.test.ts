import { expect } from 'chai';
import { startPending } from '../../domain/durable/relay-starts.js';
import type { DeliveryBody } from '../../domain/contract/delivery.js';
import type { Customer } from '../api/suite.js';
import { statusIs, webhookSuite } from '../api/webhooks-rig.js';
import { status } from '../support/receiver.js';
import { until } from '../support/until.js';
import { ageDeliveries, deleteRun, reconcileOnce } from './reconcile-rig.js';

describe('a webhook delivery whose run is lost', () => {
  const suite = webhookSuite();
  const deps = () => suite.api.deps;
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer();
  });

  /** Creates a delivery that waits after a failed attempt. The endpoint now works again. */
  async function waiting(path: string): Promise<{ webhook: string; delivery: DeliveryBody }> {
    const { id } = await suite.webhook(customer, path, { reaction: status(500) });
    await suite.emit(customer);
    const delivery = await suite.delivery(customer, id, ({ attempts }) => attempts === 1);
    suite.receiver.at(path);
    return { webhook: id, delivery };
  }
  const terminate = (id: string) => deps().temporal.client.workflow.getHandle(id).terminate();
  const shape = async (webhook: string) =>
    (await suite.deliveries(customer, webhook)).map((row) => [row.status, row.resend_of]);

  /** Makes the pending workflow start due, and starts it like the background task. */
  async function relay(id: string): Promise<void> {
    await deps().db.query(
      `UPDATE workflow_start SET next_try_at = now() - interval '1 s' WHERE workflow_id = $1`,
      [id],
    );
    await startPending(deps());
  }

  it('continues with its next attempt if Temporal does not know the run', async () => {
    const { webhook, delivery } = await waiting('/missing');
    await deleteRun(deps(), delivery.id);
    await ageDeliveries(deps(), [delivery.id]);
    await Promise.all([reconcileOnce(deps()), reconcileOnce(deps())]);
    await relay(delivery.id);
    await suite.delivery(customer, webhook, statusIs('delivered'));
    const { attempt_log: log } = await suite.detail(customer, webhook, delivery.id);
    expect(log.map(({ n, status: code }) => [n, code])).to.deep.equal([
      [1, 500],
      [2, 200],
    ]);
    expect(suite.receiver.of('/missing')).to.have.length(2);
  });

  it('fails if its run was terminated, and a new delivery sends the event once', async () => {
    const { webhook, delivery } = await waiting('/terminated');
    await terminate(delivery.id);
    await ageDeliveries(deps(), [delivery.id]);
    await Promise.all([reconcileOnce(deps()), reconcileOnce(deps())]);
    const [copy] = await suite.deliveries(customer, webhook);
    await relay(copy?.id ?? '');
    await suite.delivery(customer, webhook, statusIs('delivered'));
    await reconcileOnce(deps());
    expect(await shape(webhook)).to.deep.equal([
      ['delivered', delivery.id],
      ['failed', null],
    ]);
    const bodies = suite.receiver.of('/terminated').map(({ body }) => body);
    expect(new Set(bodies).size, 'the same event').to.equal(1);
  });

  it('fails if its second run is also terminated, and is not sent a third time', async () => {
    const { webhook, delivery } = await waiting('/twice');
    await terminate(delivery.id);
    await ageDeliveries(deps(), [delivery.id]);
    suite.receiver.at('/twice', status(500));
    await reconcileOnce(deps());
    const [copy] = await suite.deliveries(customer, webhook);
    const id = copy?.id ?? '';
    await relay(id);
    await suite.delivery(customer, webhook, ({ attempts }) => attempts === 1);
    await terminate(id);
    await ageDeliveries(deps(), [id]);
    await reconcileOnce(deps());
    expect(await shape(webhook)).to.deep.equal([
      ['failed', delivery.id],
      ['failed', null],
    ]);
  });

  it('closes without sending if its endpoint was disabled or deleted', async () => {
    for (const [path, change, wanted] of [
      ['/off', 'UPDATE webhook_endpoint SET enabled = false WHERE id = $1', 'skipped'],
      ['/deleted', 'UPDATE webhook_delivery SET endpoint_id = $1 || $1 WHERE endpoint_id = $1', ''],
    ] as const) {
      const { webhook, delivery } = await waiting(path);
      await terminate(delivery.id);
      await ageDeliveries(deps(), [delivery.id]);
      await suite.db.query(change, [webhook]);
      await reconcileOnce(deps());
      const rows: { status: string }[] = await suite.db.query(
        'SELECT status FROM webhook_delivery WHERE id = $1 OR resend_of = $1',
        [delivery.id],
      );
      expect(rows).to.deep.equal([{ status: wanted || 'cancelled' }]);
    }
  });

  it('stays unchanged while its run is open, even if it is late', async () => {
    const { webhook, delivery } = await waiting('/alive');
    await ageDeliveries(deps(), [delivery.id]);
    await reconcileOnce(deps());
    expect(await shape(webhook)).to.deep.equal([['pending', null]]);
    await deps().deliveryRuns.retryNow(delivery.id);
    await suite.delivery(customer, webhook, statusIs('delivered'));
    await until('the run has ended', async () => {
      const run = await deps().temporal.client.workflow.getHandle(delivery.id).describe();
      return run.status.name === 'COMPLETED';
    });
    expect(suite.receiver.of('/alive')).to.have.length(2);
  });
});
