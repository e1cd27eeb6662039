import { expect } from 'chai';
import { ATTEMPTS_MAX } from '../../domain/catalogue/webhook-times.js';
import { createId } from '../../domain/contract/ids.js';
import { webhookSuite } from '../api/webhooks-rig.js';
import type { Customer } from '../api/suite.js';
import { status } from '../support/receiver.js';
import { clearText, closingOf, eventsOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { until } from '../support/until.js';

/** Status in the Temporal UI of a delivery that has ended. */
describe('a delivery that has ended', () => {
  const rig = replayRig();
  const suite = webhookSuite({ change: rig.watch });
  let customer: Customer;
  before(async () => {
    customer = await suite.customer({ raised: { webhooks: 100 } });
  });

  const client = () => suite.api.deps.temporal.client;
  const closing = (id: string) => closingOf(suite.api.deps, id);

  /** Waits for the first attempt of a delivery to a separate endpoint. */
  async function delivered(path: string, code: number) {
    const events = ['credits.low'];
    const webhook = await suite.webhook(customer, path, { reaction: status(code), events });
    await suite.db.query('UPDATE webhook_endpoint SET enabled = (id = $1) WHERE account_id = $2', [
      webhook.id,
      customer.accountId,
    ]);
    await suite.emit(customer);
    const { id } = await suite.delivery(customer, webhook.id, ({ attempts }) => attempts === 1);
    return { id, webhook };
  }

  /** Creates a delivery whose seven attempts have failed; each retry starts without its wait. */
  async function failed(path: string) {
    const begun = await delivered(path, 500);
    for (let attempts = 2; attempts <= ATTEMPTS_MAX; attempts += 1) {
      await suite.api.deps.deliveryRuns.retryNow(begun.id);
      await suite.delivery(customer, begun.webhook.id, (row) => row.attempts === attempts);
    }
    return begun;
  }

  /** Lists the ids of the runs that a query in the Temporal UI finds. */
  async function found(query: string): Promise<string[]> {
    const ids: string[] = [];
    const own = `${query} AND AccountId="${customer.accountId}"`;
    for await (const { workflowId } of client().workflow.list({ query: own })) ids.push(workflowId);
    return ids.toSorted();
  }

  it('can be searched for by outcome, so that a query finds exactly the failed deliveries', async () => {
    const dead = [await failed('/dead'), await failed('/dead-too')];
    const fine = await delivered('/fine', 200);
    const waiting = await delivered('/waits', 503);
    for (const { id } of dead) expect(await closing(id)).to.equal('FAILED http_status');
    expect(await closing(fine.id)).to.equal('COMPLETED delivered');
    const ids = dead.map(({ id }) => id).toSorted();
    const isFailed = 'WorkflowType="deliverWebhook" AND Outcome="failed"';
    await until('all ended runs are listed', async () => {
      const known = await found('ExecutionStatus IN ("Failed", "Completed")');
      return known.length === dead.length + 1;
    });
    expect(await found(isFailed)).to.deep.equal(ids);
    expect(await found(`${isFailed} AND ErrorCode="http_status"`)).to.deep.equal(ids);
    expect(await found('ExecutionStatus="Failed"')).to.deep.equal(ids);
    expect(await found('ExecutionStatus="Completed"')).to.deep.equal([fine.id]);
    expect(await found('ExecutionStatus="Running"')).to.deep.equal([waiting.id]);
    // The row contains the attempt a moment before the run begins to wait.
    await until('the history contains the reason of the wait', async () => {
      const text = clearText(await eventsOf(client(), waiting.id));
      return text.includes('retry 1 after 503, in 1 min') || null;
    });
    await suite.api.deps.deliveryRuns.cancel([waiting.id]);
    expect(await closing(waiting.id)).to.equal('CANCELED');
  });

  it("is Canceled after an operator's cancel, and its row is closed", async () => {
    const { id } = await delivered('/operator', 500);
    await client().workflow.getHandle(id).cancel();
    expect(await closing(id)).to.equal('CANCELED');
    const [row] = await suite.db.query(
      'SELECT status, next_attempt_at FROM webhook_delivery WHERE id = $1',
      [id],
    );
    expect(row).to.deep.equal({ status: 'cancelled', next_attempt_at: null });
    await until('the ended run is listed', async () =>
      (await found('Outcome="stopped" AND ExecutionStatus="Canceled"')).includes(id),
    );
  });

  it('ends as in an earlier version if that version started its run', async () => {
    const { id, webhook } = await failed('/earlier');
    await closing(id);
    const workflowId = createId('dlv');
    await client().workflow.start('deliverWebhook', {
      workflowId,
      taskQueue: 'orchestrator',
      args: [{ deliveryId: id, endpointId: webhook.id }],
    });
    expect(await closing(workflowId)).to.equal('COMPLETED failed');
  });
});
