import { expect } from 'chai';
import { PlatformProcess } from '../support/process.js';
import { Receiver } from '../support/receiver.js';
import { until } from '../support/until.js';
import { audit, buildCustomer, NO_DAMAGE, orderImage, type Accepted } from './audit.js';
import { startPlatform, type Platform } from './platform.js';

const IMAGES = 6;
const ALL_MS = 300_000;

describe('kill -9 of the process that runs all workers', function () {
  this.timeout(ALL_MS);
  let platform: Platform;
  let receiver: Receiver;
  let workers: PlatformProcess;
  const start = async (): Promise<PlatformProcess> =>
    PlatformProcess.start('workers', platform.servers.env({ WEBHOOK_ALLOW: receiver.origin }));

  before(async () => {
    receiver = await Receiver.start();
    platform = await startPlatform(['api'], { WEBHOOK_ALLOW: receiver.origin });
  });
  after(async () => {
    await workers?.stop();
    await platform?.stop();
    await receiver?.stop();
  });

  it('does not lose a job: the next process finishes every job and sends its event', async () => {
    const customer = await buildCustomer(platform.deps, platform.url);
    const endpoint = { url: receiver.at('/end'), events: ['generation.completed'] };
    const made = await customer.client.call('POST', '/v1/webhooks', { body: endpoint });
    expect(made.status, made.text).to.equal(201);
    workers = await start();
    const orders: Promise<Accepted>[] = [];
    for (let n = 0; n < IMAGES; n += 1) orders.push(orderImage(customer, `a red fox ${n}`));
    const answers = await Promise.all(orders);
    await until('a picture is being generated', async () => {
      const [row]: { begun: number }[] = await platform.deps.db.query(
        `SELECT count(*)::int AS begun FROM generation
         WHERE account_id = $1 AND status = 'processing'`,
        [customer.accountId],
      );
      return (row?.begun ?? 0) > 0;
    });
    await workers.kill();
    workers = await start();
    const { completed, damage } = await audit(platform.deps, customer, answers);
    expect(damage).to.deep.equal(NO_DAMAGE);
    expect(completed).to.equal(IMAGES);
    const receipts = await receiver.received('/end', IMAGES);
    const ids = answers.map(({ id }) => `evt_gen_${id}_completed`);
    expect(new Set(receipts.map(({ event }) => event.id))).to.deep.equal(new Set(ids));
  });

  it('is followed by a process that shuts down cleanly', async () => {
    expect(await workers.stop()).to.deep.equal({ code: 0, signal: null });
  });
});
