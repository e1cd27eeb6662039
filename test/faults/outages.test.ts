import { expect } from 'chai';
import { KEY_ENTRY_POINT, SESSION_ENTRY_POINT, type Endpoint } from '../../api/entry-points.js';
import { ROUTES } from '../../api/table.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import type { ApiClient } from '../support/client.js';
import { signedIn, type Browser } from '../support/person.js';
import { until } from '../support/until.js';
import {
  audit,
  buildCustomer,
  NO_DAMAGE,
  orderImage,
  type Accepted,
  type Customer,
} from './audit.js';
import { startPlatform, type Platform } from './platform.js';

/**
 * Time limit for a response on a busy machine while Temporal is down. The attempt to start the
 * workflow takes 1.5 s of this time. The Temporal client alone would wait 19 s.
 */
const ACCEPT_MS = 10_000;
const OUTAGE_MS = 120_000;

/** Waits until `is` returns true for the generation as its client reads it. */
function seen(
  { client }: Customer,
  { id }: Accepted,
  is: (body: GenerationBody) => boolean,
): Promise<GenerationBody> {
  return until(
    `${id} has the expected state`,
    async () => {
      const { body } = await client.get(`/v1/generations/${id}`);
      return is(body) && body;
    },
    OUTAGE_MS,
  );
}

describe('outages', function () {
  this.timeout(OUTAGE_MS * 2);
  let platform: Platform;
  /** A platform without S3. Its retries take half a minute, so they run during the other tests. */
  let stranded: { platform: Platform; customer: Customer; order: Accepted };

  before(async () => {
    const [main, withoutStore] = await Promise.all([startPlatform(), startPlatform()]);
    platform = main;
    await withoutStore.servers.s3.stop();
    const customer = await buildCustomer(withoutStore.deps, withoutStore.url);
    const order = await orderImage(customer, 'a red fox in snow');
    stranded = { platform: withoutStore, customer, order };
  });
  after(() => Promise.all([platform.stop(), stranded.platform.stop()]));

  it('delay acceptance only briefly if Temporal is down, and every generation completes afterwards', async () => {
    const { deps, servers, url } = platform;
    const customer = await buildCustomer(deps, url);
    const underWay = await orderImage(customer, 'a red fox simulate:slow=2');
    await seen(customer, underWay, ({ status }) => status === 'processing');
    await servers.temporal.kill();

    const began = performance.now();
    const ordered = await Promise.all([
      orderImage(customer, 'a heron'),
      orderImage(customer, 'an owl'),
    ]);
    expect(performance.now() - began).to.be.below(ACCEPT_MS);
    expect((await fetch(`${url}/readyz`)).status, 'the API accepts requests').to.equal(200);

    await servers.temporal.start();
    const { completed, damage } = await audit(deps, customer, [underWay, ...ordered]);
    expect(damage).to.deep.equal(NO_DAMAGE);
    expect(completed).to.equal(3);
  });

  it('add a timeline entry to the generation if S3 recovers before the retries run out', async () => {
    const { deps, servers, url } = platform;
    const customer = await buildCustomer(deps, url);
    await servers.s3.stop();
    const order = await orderImage(customer, 'a red fox in snow');
    await seen(customer, order, ({ timeline }) => timeline.length >= 2);
    await servers.s3.start();
    const { completed, damage } = await audit(deps, customer, [order]);
    expect(damage).to.deep.equal(NO_DAMAGE);
    expect(completed).to.equal(1);
    const { timeline } = await seen(customer, order, ({ status }) => status === 'completed');
    for (const entry of timeline) {
      expect(entry).to.deep.include({ stage: 'storage', resolution: 'retried', status: null });
    }
  });

  it('cause 503 responses if PostgreSQL is down, and generations in progress end exactly once', async () => {
    const { deps, servers, url } = platform;
    const customer = await buildCustomer(deps, url);
    const person = await signedIn(deps.db, url, customer);
    const underWay = await orderImage(customer, 'a red fox simulate:slow=2');
    await seen(customer, underWay, ({ status }) => status === 'processing');
    await servers.postgres.stop();

    for (const endpoint of KEY_ENTRY_POINT.endpoints(ROUTES)) {
      await isUnavailable(customer.client, endpoint);
    }
    for (const endpoint of SESSION_ENTRY_POINT.endpoints(ROUTES))
      await isUnavailable(person, endpoint);
    expect((await fetch(`${url}/healthz`)).status).to.equal(200);
    const ready = await fetch(`${url}/readyz`);
    expect(ready.status).to.equal(503);
    expect(ready.headers.get('x-request-id')).to.match(/^req_/);
    expect(await ready.json()).to.deep.include({ status: 'not_ready' });

    await servers.postgres.start();
    const first = await customer.client.get<unknown>('/v1/account');
    expect(first.status, first.text).to.equal(200);
    // The API caches the result of the previous `/readyz` check for a second.
    await until('/readyz reports ready', async () => (await fetch(`${url}/readyz`)).ok);
    const later = await orderImage(customer, 'a heron');
    const { completed, damage } = await audit(deps, customer, [underWay, later]);
    expect(damage).to.deep.equal(NO_DAMAGE);
    expect(completed).to.equal(2);
  });

  it('make the generation fail as UNKNOWN with a full refund if S3 is down until the retries run out', async () => {
    const { customer, order } = stranded;
    const body = await seen(customer, order, ({ completed_at }) => completed_at !== null);
    expect(body).to.deep.include({ status: 'failed', refunded_credits: body.credits });
    expect(body.error?.code).to.equal('UNKNOWN');
    expect(body.timeline.map(({ stage, resolution }) => `${stage} ${resolution}`)).to.deep.equal([
      ...Array<string>(5).fill('storage retried'),
      'storage stopped',
    ]);
    const { failed, damage } = await audit(stranded.platform.deps, customer, [order]);
    expect(damage).to.deep.equal(NO_DAMAGE);
    expect(failed).to.equal(1);
  });

  it('do not crash our processes, and leave the ledger consistent', async () => {
    for (const { processes, deps } of [platform, stranded.platform]) {
      for (const running of processes) {
        expect(running.ending, `${running.service}: ${running.lastWords()}`).to.equal(null);
      }
      expect(await checkInvariants(deps.db.manager)).to.deep.equal([]);
    }
  });
});

async function isUnavailable(
  client: Pick<ApiClient | Browser, 'refused'>,
  { method, path, route: { example } }: Endpoint,
): Promise<void> {
  const name = `${method} ${path}`;
  const answer = await client.refused(method, path.replaceAll(/\{\w+\}/g, 'gen_0'), {
    ...(example !== undefined && { body: example }),
  });
  expect(answer.status, `${name}: ${answer.text}`).to.equal(503);
  expect(answer.body.error.code, name).to.equal('UNAVAILABLE');
  expect(answer.body.error.request_id, name).to.equal(answer.headers.get('x-request-id'));
  expect(Number(answer.headers.get('retry-after')), name).to.be.at.least(1);
}
