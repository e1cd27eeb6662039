import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import { grantCredits } from '../../domain/ledger/grant.js';
import { createId } from '../../domain/contract/ids.js';
import { sendRaw } from './raw.js';
import { apiSuite, type Customer } from './suite.js';

const FOX = { prompt: 'a red fox', resolution: '2K' };

describe('Idempotency-Key', () => {
  const suite = apiSuite();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer();
  });

  /** Sends POST /v1/images with the header exactly as given. A list sends the header several times. */
  const post = async (
    key: string | string[] | null,
    body: unknown = FOX,
    apiKey = customer.apiKey,
  ) =>
    sendRaw(suite.api.url, {
      method: 'POST',
      path: '/v1/images',
      headers: {
        Authorization: `Bearer ${apiKey}`,
        'Content-Type': 'application/json',
        ...(key !== null && { 'Idempotency-Key': key }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  const malformed: [string, string | string[] | null, string][] = [
    ['is missing', null, 'IDEMPOTENCY_KEY_REQUIRED'],
    ['is empty', '', 'IDEMPOTENCY_KEY_REQUIRED'],
    ['has 256 characters', 'k'.repeat(256), 'IDEMPOTENCY_KEY_INVALID'],
    ['has characters beyond ASCII', 'schl\u00fcssel', 'IDEMPOTENCY_KEY_INVALID'],
    ['has a tab', 'a\tb', 'IDEMPOTENCY_KEY_INVALID'],
    ['is sent twice', ['one', 'two'], 'IDEMPOTENCY_KEY_INVALID'],
    ['is sent twice with the same value', ['one', 'one'], 'IDEMPOTENCY_KEY_INVALID'],
  ];
  for (const [what, key, code] of malformed) {
    it(`is rejected with 400 when it ${what}, and nothing is stored or charged`, async () => {
      const answer = await suite.leavesNothing(customer.accountId, () => post(key));
      expect(answer.status, answer.text).to.equal(400);
      const { error } = JSON.parse(answer.text) as ErrorBody;
      expect([error.code, error.details?.['code']]).to.deep.equal(['VALIDATION_ERROR', code]);
    });
  }

  for (const [method, rest] of [
    ['POST', '/cancel'],
    ['DELETE', ''],
  ] as const) {
    it(`is required by ${method} {id}${rest} too`, async () => {
      const path = `/v1/generations/${createId('gen')}${rest}`;
      const answer = await customer.client.refused(method, path, { idem: null });
      expect(answer.status).to.equal(400);
      expect(answer.body.error.details?.['code']).to.equal('IDEMPOTENCY_KEY_REQUIRED');
    });
  }

  it('replays the same status and bytes, and charges once', async () => {
    const first = await post('once');
    expect(first.status).to.equal(202);
    expect(first.headers).not.to.have.property('idempotent-replayed');
    await suite.complete(JSON.parse(first.text).id);
    const again = await suite.leavesNothing(customer.accountId, () => post('once'));
    expect([again.status, again.text]).to.deep.equal([202, first.text]);
    expect(again.headers['idempotent-replayed']).to.equal('true');
    expect(again.headers['content-type']).to.equal(first.headers['content-type']);
    expect(again.headers['x-request-id']).not.to.equal(first.headers['x-request-id']);
    expect(Number(again.headers['x-ratelimit-remaining'])).to.be.at.most(
      Number(first.headers['x-ratelimit-remaining']),
    );
  });

  const same: [string, string, string, unknown][] = [
    ['a key of 255 characters', 'k'.repeat(255), 'k'.repeat(255), FOX],
    ['a quoted and a bare key', '"quoted"', 'quoted', FOX],
    ['reordered members', 'order', 'order', { resolution: '2K', prompt: 'a red fox' }],
    ['other white space', 'space', 'space', JSON.stringify(FOX, null, 4)],
    ['escaped characters', 'escape', 'escape', '{"prompt":"\\u0061 red fox","resolution":"2K"}'],
  ];
  for (const [what, first, second, body] of same) {
    it(`treats ${what} as the same request`, async () => {
      const created = await post(first);
      expect(created.status, created.text).to.equal(202);
      const again = await suite.leavesNothing(customer.accountId, () => post(second, body));
      expect([again.status, again.text]).to.deep.equal([202, created.text]);
    });
  }

  const other: [string, unknown][] = [
    ['another value', { ...FOX, prompt: 'a blue fox' }],
    ['an additional member, even with its default', { ...FOX, edit: false }],
    ['an invalid body', { nonsense: true }],
  ];
  for (const [what, body] of other) {
    it(`returns 422 for ${what} under a used key, and never executes the request`, async () => {
      await post('used');
      const answer = await suite.leavesNothing(customer.accountId, () => post('used', body));
      expect(answer.status, answer.text).to.equal(422);
      const { error } = JSON.parse(answer.text) as ErrorBody;
      expect(error.code).to.equal('VALIDATION_ERROR');
      expect(error.details?.['code']).to.equal('IDEMPOTENCY_KEY_REUSED');
    });
  }

  it('replays the response when a field is null instead of missing, because null counts as absent', async () => {
    const first = await post('null');
    const answer = await suite.leavesNothing(customer.accountId, () =>
      post('null', { ...FOX, edit: null, reference_images: null }),
    );
    expect([answer.status, answer.text]).to.deep.equal([202, first.text]);
    expect(answer.headers['idempotent-replayed']).to.equal('true');
  });

  it('returns 422 for another path under a used key', async () => {
    const { id } = JSON.parse((await post('path')).text);
    const answer = await suite.leavesNothing(customer.accountId, () =>
      customer.client.refused('POST', `/v1/generations/${id}/cancel`, { idem: 'path' }),
    );
    expect(answer.status).to.equal(422);
    expect((await customer.client.get(`/v1/generations/${id}`)).body.status).to.equal('queued');
  });

  it('belongs to the account: two API keys of the account share it, and two accounts do not', async () => {
    const second = await suite.key(customer.accountId);
    const stranger = await suite.customer();
    const first = await post('shared');
    const again = await suite.leavesNothing(customer.accountId, () =>
      post('shared', FOX, second.apiKey),
    );
    expect(again.text).to.equal(first.text);
    const foreign = await post('shared', { prompt: 'a cat' }, stranger.apiKey);
    expect(foreign.status).to.equal(202);
    expect(foreign.headers).not.to.have.property('idempotent-replayed');
  });

  it('replays the response even if the account can no longer afford the request', async () => {
    customer = await suite.customer({ plan: 'free', credits: 2 });
    const first = await post('last credits');
    const again = await post('last credits');
    expect([again.status, again.text]).to.deep.equal([202, first.text]);
  });

  it('stays unused after 402: the same key works once the account has credits', async () => {
    customer = await suite.customer({ credits: 1 });
    const refused = await suite.leavesNothing(customer.accountId, () => post('poor'));
    expect(refused.status).to.equal(402);
    const { accountId } = customer;
    await grantCredits(suite.db.manager, {
      accountId,
      bucket: 'purchased',
      amount: 1,
      refId: randomUUID(),
    });
    expect((await post('poor')).status).to.equal(202);
  });

  it('stays unused after 429: the same key works once a slot is free', async () => {
    customer = await suite.customer({ plan: 'free' });
    const running = [await suite.queued(customer), await suite.queued(customer)];
    const refused = await suite.leavesNothing(customer.accountId, () => post('busy'));
    expect(refused.status).to.equal(429);
    await suite.complete(running[0] as string);
    const accepted = await post('busy');
    expect(accepted.status, accepted.text).to.equal(202);
    expect(accepted.headers).not.to.have.property('idempotent-replayed');
  });

  it('yields one generation, one charge and one response for 100 concurrent requests', async () => {
    const before = await suite.footprint(customer.accountId);
    const answers = await Promise.all(Array.from({ length: 100 }, () => post('crowd')));
    expect([...new Set(answers.map(({ status }) => status))]).to.deep.equal([202]);
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
    const replays = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true');
    expect(replays).to.have.length(99);
    expect(await suite.footprint(customer.accountId)).to.deep.equal({
      ...before,
      generation: 1,
      hold: 1,
      ledger_tx: (before['ledger_tx'] ?? 0) + 1,
      idempotency_key: 1,
      balance: 998,
    });
  });

  it('accepts one of many different concurrent requests, and returns 422 to the others', async () => {
    const bodies = Array.from({ length: 20 }, (_, n) => ({ prompt: `fox number ${n}` }));
    const answers = await Promise.all(bodies.map((body) => post('contested', body)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).to.deep.equal([202, ...Array<number>(19).fill(422)]);
    expect((await suite.footprint(customer.accountId))['generation']).to.equal(1);
  });

  it('returns 409 with Retry-After while the first request is in flight', async () => {
    const runner = suite.db.createQueryRunner();
    await runner.startTransaction();
    try {
      // The first request, which waits just before its commit.
      await runner.query(
        `INSERT INTO idempotency_key (account_id, key, fingerprint, status, body)
         VALUES ($1, 'slow', '', 202, '{}')`,
        [customer.accountId],
      );
      const answer = await post('slow');
      expect(answer.status, answer.text).to.equal(409);
      const { error } = JSON.parse(answer.text) as ErrorBody;
      expect(error.code).to.equal('CONFLICT');
      expect(error.details?.['code']).to.equal('IDEMPOTENCY_IN_PROGRESS');
      expect(answer.headers).to.include({ 'retry-after': '1', 'x-should-retry': 'true' });
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
    expect((await post('slow')).status, 'the first request failed').to.equal(202);
  });
});
