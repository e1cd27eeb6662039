import { expect } from 'chai';
import { createDeliveryActivities } from '../../activities/deliveries.js';
import { webhookSuite } from '../api/webhooks-rig.js';
import { until } from '../support/until.js';
import { LostAnswers } from './lost-answers.js';
import { runWorker, type TestWorkers } from '../support/workers.js';

const SEED = Number(process.env['FAULT_SEED'] ?? 20_260_102);
const SHARE = 0.3;
const EVENTS = 40;
const ENDPOINTS = 4;

describe(`webhook attempts when 30 % of the successful activities report a failure, seed ${SEED}`, () => {
  const suite = webhookSuite({ workers: { outbound: false }, relay: true });
  const faults = new LostAnswers(SEED, SHARE);
  let outbound: TestWorkers;

  before(async () => {
    const { deps } = suite.api;
    outbound = await runWorker(
      deps,
      'outbound',
      faults.ofAll(createDeliveryActivities(deps, deps.env.slots.outbound)),
    );
  });
  after(() => outbound.stop());

  it(`deliver ${EVENTS} events to ${ENDPOINTS} endpoints, and never repeat a recorded attempt`, async () => {
    const customer = await suite.customer();
    const paths = Array.from({ length: ENDPOINTS }, (_, index) => `/once${index}`);
    for (const path of paths) await suite.webhook(customer, path);
    const ids: string[] = [];
    for (let count = 0; count < EVENTS; count += 1) ids.push(await suite.emit(customer));
    await until('every run has ended', async () => {
      const [row]: { open: number }[] = await suite.db.query(
        `SELECT count(*)::int AS open FROM webhook_delivery
         WHERE account_id = $1 AND status <> 'delivered'`,
        [customer.accountId],
      );
      return row?.open === 0;
    });
    expect(faults.lost.get('attemptDelivery')).to.be.above((EVENTS * ENDPOINTS) / 10);
    for (const path of paths) {
      const arrived = suite.receiver.of(path).map(({ event }) => event.id);
      expect(arrived).to.have.length(EVENTS).and.to.have.members(ids);
    }
  });
});
