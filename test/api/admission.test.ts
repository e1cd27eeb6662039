import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { hashApiKey, createApiKey } from '../../domain/contract/create-api-key.js';
import { suspendAccount } from '../../domain/accounts/suspend-account.js';
import { UNAUTHENTICATED_PER_MINUTE } from '../../api/middleware/unauthenticated-limit.js';
import { createId } from '../../domain/contract/ids.js';
import { FairQueue } from '../../runtime/fair-queue.js';
import { startApi } from '../support/platform.js';
import { sendRaw, type RawRequest } from './raw.js';
import { get, image, JSON_TYPE } from './refused-cases.js';
import { apiSuite, type Customer } from './suite.js';

const RATE = 60;
const FOX = { prompt: 'a red fox' };
const headersOf = ({ headers }: RawRequest) => headers ?? {};

/** Every request that the API refuses before a handler runs. */
const REFUSALS: [what: string, status: number, send: RawRequest][] = [
  ['text that is not JSON', 400, image('{"prompt"')],
  ['a body that is not UTF-8', 400, { ...image(''), body: Buffer.from([0x22, 0xff, 0x22]) }],
  ['an invalid body', 400, image({ prompt: 5 })],
  ['no Idempotency-Key', 400, { ...image(FOX), headers: JSON_TYPE }],
  ['an unknown query parameter', 400, get('/v1/account?x=1')],
  ['an unknown id', 404, get(`/v1/generations/${createId('gen')}`)],
  ['a malformed id', 404, get('/v1/generations/none')],
  ['an unknown path', 404, get('/v1/nothing')],
  ['an unknown path with a body', 404, { ...image(FOX), path: '/v1/nothing' }],
  ['a method that the path does not have', 405, { method: 'PUT', path: '/v1/account' }],
  ['a body that is too large', 413, image({ prompt: 'x'.repeat(28_000_001) })],
  ['a body of another type', 415, { ...image(FOX), headers: { 'Content-Type': 'text/plain' } }],
];

describe('admission of API requests', () => {
  const suite = apiSuite();
  const send = (apiKey: string | null, one: RawRequest) =>
    sendRaw(suite.api.url, {
      ...one,
      headers: { ...headersOf(one), ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }) },
    });

  for (const [what, status, one] of REFUSALS) {
    it(`reports the rate limit of the key in a ${status} response: ${what}`, async () => {
      const { apiKey } = await suite.customer({ raised: { requests_per_minute: RATE } });
      const { status: given, headers, text } = await send(apiKey, one);
      expect(given, text).to.equal(status);
      expect(headers['x-ratelimit-limit']).to.equal(String(RATE));
      expect(headers['x-ratelimit-remaining']).to.equal(String(RATE - 1));
      const reset = Number(headers['x-ratelimit-reset']) - Date.now() / 1_000;
      expect(reset).to.be.within(-60, 3);
      expect(headers['ratelimit-policy']).to.equal(`"key";q=${RATE};w=60`);
    });
  }

  it('returns 503 if the queue of key lookups is full, and still admits other clients', async () => {
    const limits = { concurrent: 2, concurrentEach: 1, waiting: 0, waitingEach: 0, waitMs: 60_000 };
    const admissions = new FairQueue(limits);
    const narrow = await startApi({}, (deps) => ({ ...deps, admissions }));
    const [busy, other] = [await suite.customer(), await suite.customer()];
    const turn = Promise.withResolvers<void>();
    const ask = ({ client }: Customer) => client.at(narrow.url).refused('GET', '/v1/account');
    try {
      // A known key has its own queue. New keys share the queue of their address.
      for (const customer of [busy, other]) expect((await ask(customer)).status).to.equal(200);
      const name = hashApiKey(busy.apiKey).toString('base64url');
      const taken = admissions.take(`key ${name}`, () => turn.promise);
      const refused = await ask(busy);
      expect([refused.status, refused.body.error.code]).to.deep.equal([503, 'UNAVAILABLE']);
      expect(refused.headers.get('retry-after')).to.equal('1');
      expect((await ask(other)).status).to.equal(200);
      turn.resolve();
      await taken;
      expect((await ask(busy)).status).to.equal(200);
    } finally {
      await narrow.stop();
    }
  });

  it('returns the right caller, generation and rate limit to each of many concurrent requests', async () => {
    // A rate so low that the limit does not refill during a test.
    const slow = { raised: { requests_per_minute: 6 } };
    const customers = await Promise.all(Array.from({ length: 5 }, () => suite.customer(slow)));
    const own = await Promise.all(
      customers.map(async ({ client }) => (await client.image(FOX)).body.id),
    );
    const asks = customers.flatMap(({ client }, at) =>
      own.map(async (id, whose) => {
        const { status, body, headers } = await client.call<{ id?: string }>(
          'GET',
          `/v1/generations/${id}`,
        );
        expect(status).to.equal(at === whose ? 200 : 404);
        expect(body.id).to.equal(at === whose ? id : undefined);
        return [at, Number(headers.get('x-ratelimit-remaining'))] as const;
      }),
    );
    const left = await Promise.all(asks);
    for (const at of customers.keys()) {
      const rests = left.filter(([who]) => who === at).map(([, rest]) => rest);
      // The remaining requests of the customer whose request created the generation.
      expect(rests.toSorted()).to.deep.equal([0, 1, 2, 3, 4]);
    }
  });

  it('queues unknown keys per address, so that other clients do not wait for them', async () => {
    const owners: string[] = [];
    const watched = await startApi({}, (deps) => ({
      ...deps,
      admissions: {
        take: (owner, work) => {
          owners.push(owner);
          return deps.admissions.take(owner, work);
        },
      },
    }));
    const { apiKey } = await suite.customer();
    const ask = (key: string) =>
      sendRaw(watched.url, { ...get('/v1/account'), headers: { Authorization: `Bearer ${key}` } });
    try {
      for (const key of [createApiKey(), createApiKey(), apiKey, apiKey, createApiKey()])
        await ask(key);
    } finally {
      await watched.stop();
    }
    const [guessed, , first, known] = owners;
    expect(owners).to.deep.equal([guessed, guessed, guessed, known, guessed]);
    expect([first, known?.includes(apiKey)]).to.deep.equal([guessed, false]);
    expect(known).not.to.equal(guessed);
  });

  it('reports the rate limit in 403 and 429 responses too', async () => {
    const raised = { requests_per_minute: RATE };
    const limited = await suite.customer({ raised: { requests_per_minute: 1 } });
    await send(limited.apiKey, get('/v1/account'));
    const suspended = await suite.customer({ raised });
    await suspendAccount(suite.db.manager, suspended.accountId);
    const scoped = await suite.customer({ raised, scopes: ['social'] });
    const cases: [Customer, number, number][] = [
      [limited, 429, 1],
      [suspended, 403, RATE],
      [scoped, 403, RATE],
    ];
    for (const [{ apiKey }, status, limit] of cases) {
      const answer = await send(apiKey, get('/v1/account'));
      expect([answer.status, answer.headers['x-ratelimit-limit']]).to.deep.equal([
        status,
        String(limit),
      ]);
    }
  });

  for (const [what, apiKey] of [
    ['no key', null],
    ['an unknown key', createApiKey()],
  ] as const) {
    it(`still returns 404 and 405 for ${what}`, async () => {
      const paths: [RawRequest, number][] = [
        [get('/v1/nothing'), 404],
        [{ method: 'PUT', path: '/v1/account' }, 405],
      ];
      for (const [one, status] of paths) {
        const answer = await send(apiKey, one);
        expect(answer.status).to.equal(status);
        expect(answer.headers['x-ratelimit-limit']).to.equal(String(UNAUTHENTICATED_PER_MINUTE));
      }
    });
  }

  it('counts requests to unknown paths, and refuses them from a suspended account', async () => {
    const customer = await suite.customer({ raised: { requests_per_minute: 2 } });
    const statuses = [];
    for (const path of ['/v1/nothing', '/v1/nothing', '/v1/nothing', '/v1/account']) {
      statuses.push((await send(customer.apiKey, get(path))).status);
    }
    expect(statuses).to.deep.equal([404, 404, 429, 429]);
    const suspended = await suite.customer();
    await suspendAccount(suite.db.manager, suspended.accountId);
    expect((await send(suspended.apiKey, get('/v1/nothing'))).status).to.equal(403);
  });

  it('checks the headers before it reads or validates the body', async () => {
    const { apiKey } = await suite.customer({ scopes: ['read'] });
    for (const one of [image('{'), image({ prompt: 'x'.repeat(28_000_001) })]) {
      expect((await send(null, one)).status).to.equal(401);
      expect((await send(apiKey, one)).status).to.equal(403);
    }
  });

  it('responds before it has read the whole body, and keeps connections open only after small bodies', async () => {
    for (const [length, isKept] of [
      [50_000, true],
      [20_000_000, false],
    ] as const) {
      const one = image({ prompt: 'x'.repeat(length) });
      const headers = { ...headersOf(one), Connection: 'keep-alive' };
      const answer = await send(null, { ...one, headers });
      expect(answer.status).to.equal(401);
      expect(answer.headers.connection).to.equal(isKept ? 'keep-alive' : 'close');
    }
  });

  it('responds to a body that never ends, and closes the connection', async () => {
    const outgoing = request(suite.api.url, {
      method: 'POST',
      path: '/v1/images',
      headers: { ...JSON_TYPE, 'Content-Length': '1000000' },
      agent: false,
    });
    outgoing.on('error', () => undefined);
    outgoing.write('{');
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(incoming.statusCode).to.equal(401);
    expect(incoming.headers.connection).to.equal('close');
    outgoing.destroy();
  });
});
