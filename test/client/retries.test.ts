import { expect } from 'chai';
import { apiSuite, type Customer } from '../api/suite.js';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { startApi, testEnv } from '../support/platform.js';
import { PlatformProcess } from '../support/process.js';
import { closeServers, openServer } from '../support/loopback.js';
import { createServer } from 'node:http';
import { failureOf, installedClient, recordingFetch } from './installed.js';

const FOX = { prompt: 'a red fox in snow' };
const REQUESTS = 50;

describe("the client's retry", () => {
  const suite = apiSuite();
  const installed = installedClient();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({
      raised: { requests_per_minute: 100_000, concurrent_jobs: 1_000 },
    });
  });
  afterEach(closeServers);

  const idsOf = async (): Promise<string[]> => {
    const rows: { id: string }[] = await suite.db.query(
      'SELECT id FROM generation WHERE account_id = $1 ORDER BY id',
      [customer.accountId],
    );
    return rows.map(({ id }) => id);
  };
  const spent = async (): Promise<number> => {
    const { body } = await customer.client.get<{ credits: { total: number } }>('/v1/account');
    return 1_000 - body.credits.total;
  };

  it(`charges once for each of ${REQUESTS} requests whose response is lost after the commit`, async () => {
    const lost = new Set<string | null>();
    const { sent, fetch } = recordingFetch();
    const media = installed.of(suite.api.url, customer, {
      async fetch(url, init) {
        const response = await fetch(url, init);
        const { 'Idempotency-Key': key = null } = init.headers as Record<string, string>;
        if (lost.has(key)) return response;
        lost.add(key);
        throw new TypeError('terminated');
      },
    });
    const made = await Promise.all(
      Array.from({ length: REQUESTS }, () => media.images.create(FOX)),
    );
    expect(made.map(({ id }) => id).toSorted()).to.deep.equal(await idsOf());
    expect(sent).to.have.length(2 * REQUESTS);
    expect(lost.size).to.equal(REQUESTS);
    expect(await spent()).to.equal(2 * REQUESTS);
  });

  it('charges once if the API dies between commit and response', async () => {
    const port = await findFreePort(0);
    const env = testEnv({ API_PORT: String(port) });
    const first = await PlatformProcess.start('api', { ...env, CRASH_AT: 'accept.after_commit' });
    const media = installed.of(`http://127.0.0.1:${port}`, customer);
    const creation = media.images.create(FOX);
    expect((await first.ended).signal).to.equal('SIGKILL');
    const next = await PlatformProcess.start('api', env);
    const { id } = await creation;
    expect(await idsOf()).to.deep.equal([id]);
    expect(await spent()).to.equal(2);
    await next.kill();
  }).timeout(120_000);

  const page = { status: 502, headers: { 'Content-Type': 'text/html' } };
  const failed = { error: { code: 'INTERNAL_ERROR', message: 'failed' } };
  const losses = {
    ConnectionError: () => Promise.reject(new TypeError('terminated')),
    TimeoutError: ({ signal }: RequestInit) =>
      new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal))),
    UnexpectedResponseError: async () => new Response('<h1>Bad gateway</h1>', page),
    InternalError: async () => Response.json(failed, { status: 500 }),
  };
  for (const [name, lose] of Object.entries(losses)) {
    it(`charges once if the caller repeats the call with the key of its ${name}`, async () => {
      const losing = installed.of(suite.api.url, customer, {
        fetch: async (url, init) => {
          await (await fetch(url, { ...init, signal: null })).text();
          return lose(init);
        },
        attemptTimeoutMs: 1_000,
        maxRetries: 0,
      });
      const error = await failureOf(losing.images.create(FOX));
      if (!(error instanceof installed.client.MediaError)) throw error;
      expect(error).to.include({ name, retryable: true });
      expect(error.idempotencyKey).to.match(/^[0-9a-f]{32}$/);
      const idempotencyKey = error.idempotencyKey ?? '';
      const media = installed.of(suite.api.url, customer);
      const { id } = await media.images.create(FOX, { idempotencyKey });
      expect(await idsOf()).to.deep.equal([id]);
      expect(await spent()).to.equal(2);
      const read = await failureOf(losing.generations.get(id));
      expect(read).to.include({ name, idempotencyKey: null });
    });
  }

  it('gets the same result from another process', async () => {
    const other = await startApi();
    try {
      const [idempotencyKey, options] = ['order-4711', { idempotencyKey: 'order-4711' }];
      const one = installed.of(suite.api.url, customer).images.create(FOX, options);
      const { sent, fetch } = recordingFetch();
      const two = installed.of(other.url, customer, { fetch }).images.create(FOX, options);
      expect((await one).id).to.equal((await two).id);
      expect(sent.every(({ key }) => key === idempotencyKey)).to.equal(true);
      expect(await spent()).to.equal(2);
    } finally {
      await other.stop();
    }
  });

  it("follows each attempt without a response, until the call's time limit", async () => {
    let requests = 0;
    const silent = createServer(() => (requests += 1));
    const url = `http://127.0.0.1:${await openServer(silent)}`;
    const media = installed.of(url, customer, { attemptTimeoutMs: 50, maxRetries: 1 });
    const { TimeoutError, ConnectionError } = installed.client;
    const late = await failureOf(media.images.create(FOX));
    if (!(late instanceof TimeoutError)) throw late;
    expect(late.message).to.include('was not answered within 50 ms');
    expect(requests).to.equal(2);
    const patient = installed.of(url, customer, { timeoutMs: 60 });
    expect(await failureOf(patient.images.create(FOX))).to.be.instanceOf(TimeoutError);
    closeServers();
    const away = installed.of(url, customer, { maxRetries: 0 });
    expect(await failureOf(away.images.create(FOX))).to.be.instanceOf(ConnectionError);
  });

  it('stops when the caller aborts, also during the pause before the next attempt', async () => {
    const { sent, fetch } = recordingFetch();
    const media = installed.of('http://127.0.0.1:1', customer, { fetch });
    const abort = new AbortController();
    const creation = failureOf(media.images.create(FOX, { signal: abort.signal }));
    const reason = new Error('enough');
    setImmediate(() => abort.abort(reason));
    expect(await creation).to.equal(reason);
    expect(sent.length).to.be.at.most(1);
  });

  it('does not follow a refusal', async () => {
    const { sent, fetch } = recordingFetch();
    const media = installed.of(suite.api.url, customer, { fetch });
    await failureOf(media.images.create({}));
    await failureOf(media.generations.get(`gen_${'0'.repeat(32)}`));
    expect(sent.map(({ status }) => status)).to.deep.equal([400, 404]);
  });

  it("retries after a proxy's error page, and shows the start of that page in the final error", async () => {
    const server = createServer((_, response) => {
      response.writeHead(502, { 'Content-Type': 'text/html', 'Retry-After': '0' });
      response.end('<h1>Bad gateway</h1>');
    });
    const { sent, fetch } = recordingFetch();
    const url = `http://127.0.0.1:${await openServer(server)}`;
    const media = installed.of(url, customer, { fetch, maxRetries: 2 });
    const error = await failureOf(media.images.create(FOX));
    if (!(error instanceof installed.client.UnexpectedResponseError)) throw error;
    expect(error).to.include({ status: 502, body: '<h1>Bad gateway</h1>', retryable: true });
    expect(sent).to.have.length(3);
    expect(new Set(sent.map(({ key }) => key)).size).to.equal(1);
  });
});
