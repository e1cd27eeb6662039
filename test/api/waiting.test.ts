import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Watch } from '../../domain/durable/watch.js';
import { failGeneration } from '../../domain/generations/advance-generation.js';
import type { GenerationPoll } from '../../domain/generations/watch-generations.js';
import { EventWaiters } from '../../domain/webhooks/event-waiters.js';
import { startApi } from '../support/platform.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { testDatabaseUrl } from '../support/test-database.js';
import { until } from '../support/until.js';
import { apiSuite, type Customer } from './suite.js';

const FOX = { prompt: 'a red fox' };

describe('waiting for a generation', () => {
  const suite = apiSuite();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ raised: { requests_per_minute: 100_000 } });
  });

  const waits = (count: number, { edge } = suite.api) =>
    until(`${count} requests wait`, async () => edge.waits.waiting === count);
  const wait = (id: string, seconds: number | string = 50) =>
    customer.client.get(`/v1/generations/${id}?wait=${seconds}`);
  const order = (prefer: string, idem: string = randomUUID()) =>
    customer.client.image(FOX, { idem, headers: { Prefer: prefer } });
  const newest = async (): Promise<string> => {
    const find = 'SELECT id FROM generation WHERE account_id = $1 ORDER BY created_at DESC LIMIT 1';
    const [row] = await suite.db.query(find, [customer.accountId]);
    return row.id;
  };
  const fail = (id: string) =>
    failGeneration(
      suite.api.deps,
      id,
      { code: 'TIMEOUT', message: 'It took too long.' },
      { stage: 'image_generation', resolution: 'stopped', status: null, message: 'Stopped.' },
    );

  describe('GET /v1/generations/{id}?wait=', () => {
    it('responds to two requests as soon as the generation has completed', async () => {
      const id = await suite.queued(customer);
      const both = [wait(id), wait(id)];
      await waits(2);
      await suite.complete(id);
      for (const { status, body } of await Promise.all(both)) {
        expect([status, body.status]).to.deep.equal([200, 'completed']);
        expect(body.result?.url).to.be.a('string');
      }
      expect(suite.api.edge.waits.waiting).to.equal(0);
    });

    it('responds when the generation fails or is cancelled', async () => {
      const [failing, cancelled] = [await suite.queued(customer), await suite.queued(customer)];
      const both = [wait(failing), wait(cancelled)];
      await waits(2);
      await fail(failing);
      await suite.cleanUp();
      const ends = (await Promise.all(both)).map(({ body }) => body.status);
      expect(ends).to.deep.equal(['failed', 'cancelled']);
    });

    it('returns the current state after the timeout', async () => {
      const id = await suite.queued(customer);
      const { status, body } = await wait(id, 1);
      expect([status, body.status]).to.deep.equal([200, 'queued']);
    });

    it('responds immediately if the generation has ended or the wait is zero', async () => {
      const id = await suite.queued(customer);
      expect((await wait(id, 0)).body.status).to.equal('queued');
      await suite.complete(id);
      const full = await startApi({}, undefined, { waits: new EventWaiters(0, 0) });
      try {
        // The limit of waits is zero, so this response did not wait.
        const path = `/v1/generations/${id}?wait=60`;
        const { status, body } = await customer.client.at(full.url).get(path);
        expect([status, body.status]).to.deep.equal([200, 'completed']);
      } finally {
        await full.stop();
      }
    });

    it('returns 404 to another account without waiting', async () => {
      const id = await suite.queued(customer);
      const stranger = await suite.customer();
      const path = `/v1/generations/${id}?wait=60`;
      expect((await stranger.client.refused('GET', path)).status).to.equal(404);
    });

    it('returns 404 if the generation is deleted meanwhile', async () => {
      const id = await suite.queued(customer);
      const generations = new Watch<GenerationPoll>(async () => {
        await suite.complete(id);
        await customer.client.call('DELETE', `/v1/generations/${id}`);
        return new Map();
      });
      const api = await startApi({}, undefined, { generations });
      try {
        const path = `/v1/generations/${id}?wait=50`;
        expect((await customer.client.at(api.url).refused('GET', path)).status).to.equal(404);
      } finally {
        await api.stop();
      }
    });

    it('refuses invalid times', async () => {
      const id = await suite.queued(customer);
      for (const seconds of [-1, 61, 1.5, 'ten', '1e999', '', '1&wait=2']) {
        const path = `/v1/generations/${id}?wait=${seconds}`;
        const { status, body } = await customer.client.refused('GET', path);
        expect([status, body.error.code], path).to.deep.equal([400, 'VALIDATION_ERROR']);
      }
    });

    it('keeps the ETag of an unchanged generation', async () => {
      const id = await suite.queued(customer);
      const tag = (await wait(id, 0)).headers.get('etag') ?? '';
      const headers = { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' };
      const options = { headers };
      const same = await customer.client.call('GET', `/v1/generations/${id}?wait=1`, options);
      expect(same.status).to.equal(304);
    });

    it('stops waiting when the client disconnects, and the generation continues', async () => {
      const id = await suite.queued(customer);
      const leaving = new AbortController();
      const answer = fetch(`${suite.api.url}/v1/generations/${id}?wait=60`, {
        headers: { Authorization: `Bearer ${customer.apiKey}` },
        signal: leaving.signal,
      }).catch(() => 'gone');
      await waits(1);
      leaving.abort();
      await waits(0);
      expect(await answer).to.equal('gone');
      expect((await wait(id, 0)).body.status).to.equal('queued');
    });

    it('ends when the process stops', async () => {
      const id = await suite.queued(customer);
      const api = await startApi();
      try {
        const path = `/v1/generations/${id}?wait=60`;
        const answer = customer.client.at(api.url).get(path);
        await waits(1, api);
        api.deps.stopping.abort();
        const { status, body } = await answer;
        expect([status, body.status]).to.deep.equal([200, 'queued']);
      } finally {
        await api.stop();
      }
    });

    it('survives an outage of the database', async () => {
      const { hostname: host, port } = new URL(testDatabaseUrl());
      const proxy = await startTcpProxy({ host, port: Number(port) });
      const through = new URL(testDatabaseUrl());
      through.host = `127.0.0.1:${proxy.port}`;
      const api = await startApi({ DATABASE_URL: String(through) });
      try {
        const id = await suite.queued(customer);
        const path = `/v1/generations/${id}?wait=50`;
        const answer = customer.client.at(api.url).get(path);
        await waits(1, api);
        await proxy.cut();
        await suite.complete(id);
        await proxy.restore();
        expect((await answer).body.status).to.equal('completed');
      } finally {
        await api.stop();
        await proxy.stop();
      }
    });

    it('is limited per account and per process', async () => {
      const api = await startApi({}, undefined, { waits: new EventWaiters(3, 2) });
      const id = await suite.queued(customer);
      const other = await suite.customer();
      const theirs = await suite.queued(other);
      const leaving = new AbortController();
      const begin = async ({ apiKey }: Customer, what: string) => {
        const count = api.edge.waits.waiting + 1;
        void fetch(`${api.url}/v1/generations/${what}?wait=60`, {
          headers: { Authorization: `Bearer ${apiKey}` },
          signal: leaving.signal,
        }).catch(() => undefined);
        await waits(count, api);
      };
      const refused = async ({ client }: Customer, what: string) => {
        const answer = await client.at(api.url).refused('GET', `/v1/generations/${what}?wait=60`);
        expect(answer.headers.get('retry-after')).to.equal('5');
        return [answer.status, answer.body.error.code];
      };
      try {
        await begin(customer, id);
        await begin(customer, id);
        expect(await refused(customer, id)).to.deep.equal([429, 'RATE_LIMITED']);
        await begin(other, theirs);
        expect(await refused(other, theirs)).to.deep.equal([503, 'UNAVAILABLE']);
        const plain = await customer.client.at(api.url).get(`/v1/generations/${id}`);
        expect(plain.status).to.equal(200);
        const accepted = await customer.client
          .at(api.url)
          .image(FOX, { headers: { Prefer: 'wait' } });
        expect([accepted.status, accepted.headers.get('preference-applied')]).to.deep.equal([
          202,
          null,
        ]);
      } finally {
        leaving.abort();
        await waits(0, api);
        await api.stop();
      }
    });
  });

  describe('Prefer: wait', () => {
    it('returns 201 with the result once the generation has ended', async () => {
      const answer = order('wait=50');
      await waits(1);
      await suite.complete(await newest());
      const { status, headers, body } = await answer;
      expect([status, body.status]).to.deep.equal([201, 'completed']);
      expect(headers.get('preference-applied')).to.equal('wait=50');
    });

    it('also returns 201 if the generation has failed', async () => {
      const answer = order('respond-async, wait');
      await waits(1);
      await fail(await newest());
      const { status, headers, body } = await answer;
      expect([status, body.status, body.error?.code]).to.deep.equal([201, 'failed', 'TIMEOUT']);
      expect(headers.get('preference-applied')).to.equal('wait=60');
    });

    it('returns 202 with the current state after the timeout', async () => {
      const { status, headers, body } = await order('wait=1');
      expect([status, body.status]).to.deep.equal([202, 'queued']);
      expect(headers.get('preference-applied')).to.equal('wait=1');
    });

    it('is ignored if it is malformed', async () => {
      for (const prefer of ['wait=0', 'wait=ten', 'wait=-5', 'return=minimal']) {
        const { status, headers } = await order(prefer);
        expect([status, headers.get('preference-applied')], prefer).to.deep.equal([202, null]);
      }
    });

    it('waits in a retry too, and leaves the stored response unchanged', async () => {
      const idem = randomUUID();
      const accepted = await customer.client.image(FOX, { idem });
      const { id } = accepted.body;
      const again = order('wait=50', idem);
      await waits(1);
      await suite.complete(id);
      const ended = await again;
      expect([ended.status, ended.body.id, ended.body.status]).to.deep.equal([
        201,
        id,
        'completed',
      ]);
      expect(ended.headers.get('idempotent-replayed')).to.equal('true');
      const plain = await customer.client.image(FOX, { idem });
      expect([plain.status, plain.text]).to.deep.equal([202, accepted.text]);
      const last = await order('wait', idem);
      expect([last.status, last.text]).to.deep.equal([201, ended.text]);
      expect((await suite.footprint(customer.accountId))['generation']).to.equal(1);
    });

    it('returns the stored response for a deleted generation', async () => {
      const idem = randomUUID();
      const { body } = await customer.client.image(FOX, { idem });
      await suite.complete(body.id);
      await customer.client.call('DELETE', `/v1/generations/${body.id}`);
      const again = await order('wait', idem);
      expect([again.status, again.body.id]).to.deep.equal([202, body.id]);
      expect(again.body.request.prompt).to.equal(null);
    });

    it('requires the read scope, and does not wait without it', async () => {
      const { apiKey } = await suite.key(customer.accountId, { scopes: ['generate'] });
      const options = { headers: { Prefer: 'wait' } };
      const { status, headers } = await suite.client(apiKey).image(FOX, options);
      expect([status, headers.get('preference-applied')]).to.deep.equal([202, null]);
    });

    it('stops waiting when the client disconnects, and the generation is accepted', async () => {
      const leaving = new AbortController();
      const answer = fetch(`${suite.api.url}/v1/images`, {
        method: 'POST',
        body: JSON.stringify(FOX),
        headers: {
          Authorization: `Bearer ${customer.apiKey}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': randomUUID(),
          Prefer: 'wait',
        },
        signal: leaving.signal,
      }).catch(() => 'gone');
      await waits(1);
      leaving.abort();
      await waits(0);
      expect(await answer).to.equal('gone');
      const { body } = await customer.client.get(`/v1/generations/${await newest()}`);
      expect(body.status).to.equal('queued');
    });

    it('releases the memory of the request body while it waits', async () => {
      const { bodies } = suite.api.edge;
      const body = JSON.stringify(FOX).replace('}', `${' '.repeat(500_000)}}`);
      const answer = customer.client.image(body, { headers: { Prefer: 'wait=50' } });
      await waits(1);
      expect(bodies.held).to.equal(0);
      await suite.complete(await newest());
      expect((await answer).status).to.equal(201);
    });
  });
});
