import { expect } from 'chai';
import OpenAI from 'openai';
import pMap from 'p-map';
import { apiSuite, type Customer } from '../api/suite.js';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { startApi, testEnv, type TestApi } from '../support/platform.js';
import { PlatformProcess } from '../support/process.js';
import { until } from '../support/until.js';
import { completeAll } from './complete-all.js';
import { startCuttingProxy, type CuttingProxy } from './cutting-proxy.js';
import { openAiOf } from './openai-rig.js';

const FOX = { model: 'service-image', prompt: 'a red fox in snow' };
const REQUESTS = 200;
const RAISED = { requests_per_minute: 100_000, concurrent_jobs: 1_000 };
const RUN_MS = 120_000;

describe("an OpenAI client's retry", () => {
  const suite = apiSuite();
  let customer: Customer;
  let proxy: CuttingProxy | null = null;
  let stopCompleting: (() => Promise<void>) | null = null;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 10_000, raised: RAISED });
  });
  afterEach(async () => {
    await proxy?.stop();
    await stopCompleting?.();
    proxy = null;
    stopCompleting = null;
  });

  const idsOf = async (): Promise<string[]> => {
    const rows: { id: string }[] = await suite.db.query(
      'SELECT id FROM generation WHERE account_id = $1 ORDER BY id',
      [customer.accountId],
    );
    return rows.map(({ id }) => id);
  };
  const spent = async (): Promise<number> => {
    const { body } = await customer.client.get<{ credits: { total: number } }>('/v1/account');
    return 10_000 - body.credits.total;
  };
  const generate = async (client: OpenAI, body = FOX): Promise<string> => {
    const { response } = await client.images.generate(body).withResponse();
    return response.headers.get('X-Generation-Id') ?? '';
  };

  it(`charges once without a key for each of ${REQUESTS} requests whose response is cut off`, async () => {
    let asked = 0;
    const cutting = await startCuttingProxy(suite.api.url, () =>
      (asked += 1) % 2 === 0 ? 'answered' : 'working',
    );
    proxy = cutting;
    stopCompleting = completeAll(suite, customer.accountId);
    const client = openAiOf(cutting.url, customer);
    const ids = await pMap(
      Array.from({ length: REQUESTS }),
      async () => {
        const answer = generate(client);
        // After every 20th request, cut the connections of the requests in flight.
        if (asked % 20 === 19) cutting.cutWorking();
        return answer;
      },
      { concurrency: 40 },
    );
    expect(cutting.cuts).to.equal(REQUESTS);
    expect(ids.toSorted()).to.deep.equal(await idsOf());
    expect(ids).to.have.length(REQUESTS);
    expect(await spent()).to.equal(2 * REQUESTS);
  }).timeout(RUN_MS);

  it('gets all images of the first request', async () => {
    proxy = await startCuttingProxy(suite.api.url, () => 'answered');
    stopCompleting = completeAll(suite, customer.accountId);
    const client = openAiOf(proxy.url, customer);
    const answer = await client.images.generate({ ...FOX, n: 4 });
    expect(answer.data).to.have.length(4);
    expect(await idsOf()).to.have.length(4);
    expect(await spent()).to.equal(8);
    const seeds = await suite.db.query(
      "SELECT DISTINCT request ->> 'seed' FROM generation WHERE account_id = $1",
      [customer.accountId],
    );
    expect(seeds).to.have.length(4);
  });

  it('can be served by another API process', async () => {
    const other: TestApi = await startApi();
    try {
      const raw = (url: string, count: string) =>
        fetch(`${url}/openai/v1/images/generations`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${customer.apiKey}`,
            'Content-Type': 'application/json',
            'X-Stainless-Retry-Count': count,
          },
          body: JSON.stringify(FOX),
        });
      const first = raw(suite.api.url, '0');
      await until('the first request is accepted', async () => (await idsOf()).length === 1);
      const waits = (count: number) =>
        until(`${count} requests wait`, () =>
          Promise.resolve(suite.api.edge.waits.waiting + other.edge.waits.waiting === count),
        );
      const second = raw(other.url, '1');
      await waits(2);
      const third = raw(suite.api.url, '2');
      await waits(3);
      const [id = ''] = await idsOf();
      await suite.complete(id);
      for (const answer of await Promise.all([first, second, third])) {
        expect(answer.headers.get('X-Generation-Id')).to.equal(id);
      }
      expect(await idsOf()).to.deep.equal([id]);
      expect(await spent()).to.equal(2);
    } finally {
      await other.stop();
    }
  });

  it('gets the images even if the process died between commit and response', async () => {
    stopCompleting = completeAll(suite, customer.accountId);
    const port = await findFreePort(0);
    const env = testEnv({ API_PORT: String(port) });
    const first = await PlatformProcess.start('api', { ...env, CRASH_AT: 'accept.after_commit' });
    const client = openAiOf(`http://127.0.0.1:${port}`, customer, { maxRetries: 20 });
    const answer = generate(client);
    const { signal } = await first.ended;
    expect(signal).to.equal('SIGKILL');
    const next = await PlatformProcess.start('api', env);
    const id = await answer;
    expect(await idsOf()).to.deep.equal([id]);
    expect(await spent()).to.equal(2);
    await next.kill();
  }).timeout(RUN_MS);

  it('does not return a generation of another key or body, and a first request never returns an earlier one', async () => {
    stopCompleting = completeAll(suite, customer.accountId);
    const client = openAiOf(suite.api.url, customer);
    const key = await suite.key(customer.accountId);
    const retried = { 'X-Stainless-Retry-Count': '1' };
    const ids = [
      await generate(client),
      await generate(client),
      await generate(openAiOf(suite.api.url, key, { defaultHeaders: retried })),
      await generate(openAiOf(suite.api.url, customer, { defaultHeaders: retried }), {
        ...FOX,
        prompt: 'a heron',
      }),
    ];
    expect(new Set(ids).size).to.equal(4);
  });

  it('gets the response stored for its Idempotency-Key, if it sends one', async () => {
    stopCompleting = completeAll(suite, customer.accountId);
    const client = openAiOf(suite.api.url, customer);
    const headers = { 'Idempotency-Key': 'one' };
    const first = await client.images.generate(FOX, { headers }).withResponse();
    const second = await client.images.generate(FOX, { headers }).withResponse();
    expect(second.data).to.deep.equal(first.data);
    expect(second.response.headers.get('Idempotent-Replayed')).to.equal('true');
    const other = await client.images
      .generate({ ...FOX, prompt: 'a heron' }, { headers })
      .catch((error: unknown) => error);
    expect(other).to.be.instanceOf(OpenAI.UnprocessableEntityError);
    expect(other).to.include({ code: 'idempotency_key_reused' });
  });
});
