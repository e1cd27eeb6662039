import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { parseEgressAllow } from '../../adapters/egress/allow-list.js';
import { createUrlCheck } from '../../adapters/egress/url-check.js';
import { EVENT_TYPES } from '../../domain/catalogue/event-types.js';
import type { Answer } from '../support/client.js';
import type { Customer } from './suite.js';
import { webhookSuite, type CreatedWebhook } from './webhooks-rig.js';

describe('webhook endpoints', () => {
  const suite = webhookSuite({ workers: null });
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer();
  });

  const create = (body: unknown, idem: string = randomUUID()): Promise<Answer<CreatedWebhook>> =>
    customer.client.call('POST', '/v1/webhooks', { body, idem });
  const counted = async (): Promise<number> => {
    const [row]: { webhooks: number }[] = await suite.db.query(
      'SELECT webhooks FROM account WHERE id = $1',
      [customer.accountId],
    );
    return row?.webhooks ?? -1;
  };
  const issues = (answer: Answer<unknown>) =>
    (answer.body as { error: { details: { issues: { path: string; message: string }[] } } }).error
      .details.issues;

  it('subscribe to every event by default, and show their secret only once', async () => {
    const url = suite.receiver.at('/all');
    const created = await create({ url });
    expect(created.status, created.text).to.equal(201);
    expect(created.body).to.deep.include({
      object: 'webhook',
      url,
      events: EVENT_TYPES,
      description: '',
      enabled: true,
      disabled_reason: null,
      previous_secret_expires_at: null,
    });
    expect(created.body.id).to.match(/^whk_[0-9a-f]{32}$/);
    expect(created.body.secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { secret: _, ...shown } = created.body;
    const one = await customer.client.get(`/v1/webhooks/${created.body.id}`);
    expect(one.body).to.deep.equal(shown);
    const list = await customer.client.get('/v1/webhooks');
    expect(list.body).to.deep.equal({ object: 'list', data: [shown], next_cursor: null });
  });

  it('have encrypted secrets, even in a stored response that shows the secret', async () => {
    const url = suite.receiver.at('/sealed');
    const created = await create({ url }, 'sealed');
    const { secret } = created.body;
    const rows: unknown[] = await suite.db.query(
      `SELECT secret FROM webhook_endpoint WHERE account_id = $1
       UNION ALL SELECT body FROM idempotency_key WHERE account_id = $1`,
      [customer.accountId],
    );
    expect(rows).to.have.length(2);
    expect(JSON.stringify(rows)).not.to.include(secret.slice(6, 20));
    const again = await create({ url }, 'sealed');
    expect([again.status, again.text]).to.deep.equal([201, created.text]);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect(await counted()).to.equal(1);
  });

  const refusedUrls = [
    'http://example.com/',
    'https://10.0.0.1:8443/',
    'https://user:pw@example.com/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://①②⑦.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'ftp://example.com/',
    'not a url',
    'https://',
  ];
  for (const url of refusedUrls) {
    it(`reject ${url} with 400, and store nothing`, async () => {
      const answer = await suite.leavesNothing(customer.accountId, () => create({ url }));
      expect(answer.status, answer.text).to.equal(400);
      expect(issues(answer).map(({ path }) => path)).to.deep.equal(['body.url']);
    });
  }

  it('accept any port', async () => {
    for (const url of ['https://93.184.215.14:8443/hooks', 'https://93.184.215.14:80/']) {
      const created = await create({ url });
      expect([created.status, created.body.url], created.text).to.deep.equal([201, url]);
    }
  });

  it('report the problem and the fix for each rejected URL, including on update', async () => {
    const { id } = (await create({ url: suite.receiver.at('/to-change') })).body;
    const urlFault = createUrlCheck(parseEgressAllow(''), async (name) => {
      if (name === 'private.example') return ['10.0.0.1'];
      throw Object.assign(new Error(), { code: 'ENOTFOUND' });
    });
    const real = suite.api.deps.urlFault;
    Object.assign(suite.api.deps, { urlFault });
    try {
      for (const [url, says] of [
        ['https://nope.example/', /"nope\.example" has no public address\. Check its spelling/],
        [
          'https://private.example/',
          /"private\.example" has no public address\. Check its spelling/,
        ],
        ['https://10.0.0.1/', /"10\.0\.0\.1" has no public address/],
        [
          'http://example.com/',
          /"example\.com" starts with "http:", but deliveries go to https only\. Send/,
        ],
        [
          'https://a:b@example.com/',
          /"example\.com" contains a user name or password.* Remove them/,
        ],
        ['https://example.com:0/', /port 0\. Send/],
        ['nonsense', /"nonsense" is not a URL\. Send/],
      ] as const) {
        const changed = customer.client.call('PATCH', `/v1/webhooks/${id}`, { body: { url } });
        for (const answer of [await create({ url }), await changed]) {
          expect(answer.status, url).to.equal(400);
          const [issue] = issues(answer);
          expect(issue).to.include({ path: 'body.url' });
          expect(issue?.message, url).to.match(says);
          expect(answer.text, 'the response contains no password').not.to.include('a:b');
        }
      }
    } finally {
      Object.assign(suite.api.deps, { urlFault: real });
    }
  });

  it('report all problems of a body together', async () => {
    const answer = await create({
      url: 1,
      events: ['generation.complete'],
      description: 'x'.repeat(201),
      more: true,
    });
    expect(answer.status).to.equal(400);
    expect(issues(answer).map(({ path }) => path)).to.have.members([
      'body.url',
      'body.events.0',
      'body.description',
      'body.more',
    ]);
    expect(answer.text).to.include('generation.completed');
    expect((await create({ url: suite.receiver.at('/none'), events: [] })).status).to.equal(400);
  });

  it("stay within the plan's limit under concurrent requests", async () => {
    customer = await suite.customer({ plan: 'creator' });
    const url = suite.receiver.at('/many');
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({ url })));
    const statuses = answers.map((answer) => answer.status).toSorted((a, b) => a - b);
    expect(statuses).to.deep.equal([201, 201, ...Array<number>(10).fill(403)]);
    const refused = answers.find((answer) => answer.status === 403);
    expect(refused?.body).to.deep.nested.include({
      'error.code': 'LIMIT_REACHED',
      'error.details': { code: 'WEBHOOK_LIMIT', limit: 2, plan: 'creator' },
    });
    expect(await counted()).to.equal(2);
  });

  it('free a slot when deleted, and replay a repeated deletion', async () => {
    customer = await suite.customer({ plan: 'free' });
    const { id } = (await create({ url: suite.receiver.at('/room') })).body;
    const remove = () => customer.client.call('DELETE', `/v1/webhooks/${id}`, { idem: 'bye' });
    const first = await remove();
    expect([first.status, first.body]).to.deep.equal([
      200,
      { id, object: 'webhook', deleted: true },
    ]);
    expect((await remove()).text).to.equal(first.text);
    const again = await customer.client.refused('DELETE', `/v1/webhooks/${id}`);
    expect(again.status).to.equal(404);
    expect(await counted()).to.equal(0);
    expect((await create({ url: suite.receiver.at('/room') })).status).to.equal(201);
  });

  it('are unknown to every request from another account', async () => {
    const { id } = (await create({ url: suite.receiver.at('/mine') })).body;
    const { client } = await suite.customer();
    const path = `/v1/webhooks/${id}`;
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { enabled: false }],
      ['DELETE', '', undefined],
      ['POST', '/rotate_secret', undefined],
      ['POST', '/test', undefined],
      ['GET', '/deliveries', undefined],
      ['POST', '/recover', { since: 0 }],
    ] as const) {
      const answer = await client.refused(method, path + rest, body ? { body } : {});
      expect(answer.status, `${method} ${rest}`).to.equal(404);
    }
    expect((await customer.client.get(path)).status).to.equal(200);
  });

  it('can be changed field by field, and keep their values if the new URL is not public', async () => {
    const { id, url } = (await create({ url: suite.receiver.at('/before') })).body;
    const patch = (body: unknown) =>
      customer.client.call<CreatedWebhook>('PATCH', `/v1/webhooks/${id}`, { body });
    const described = await patch({ description: 'billing', events: ['credits.low'] });
    expect(described.body).to.deep.include({
      url,
      description: 'billing',
      events: ['credits.low'],
      enabled: true,
    });
    expect(described.body).not.to.have.property('secret');
    const after = suite.receiver.at('/after');
    expect((await patch({ url: after })).body.url).to.equal(after);
    expect((await patch({ url: 'https://10.0.0.1/' })).status).to.equal(400);
    expect((await patch({})).status).to.equal(400);
    expect((await patch({ enabled: false })).body).to.include({ enabled: false, url: after });
  });

  it('keep the old secret valid for 24 hours after a rotation', async () => {
    const { id, secret } = (await create({ url: suite.receiver.at('/rotate') })).body;
    const path = `/v1/webhooks/${id}/rotate_secret`;
    const rotated = await customer.client.call<CreatedWebhook>('POST', path, { idem: 'turn' });
    expect(rotated.status, rotated.text).to.equal(200);
    expect(rotated.body.secret)
      .to.match(/^whsec_/)
      .and.not.equal(secret);
    const until = (rotated.body.previous_secret_expires_at ?? 0) - Date.now();
    expect(until / 3_600_000).to.be.closeTo(24, 0.1);
    const again = await customer.client.call('POST', path, { idem: 'turn' });
    expect(again.text).to.equal(rotated.text);
  });
});
