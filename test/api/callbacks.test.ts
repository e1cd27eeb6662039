import { expect } from 'chai';
import { answerRoute } from '../../api/answer-route.js';
import { prepareRoute } from '../../api/check-input.js';
import { createImage } from '../../api/handlers/images.js';
import type { CallbackSecretBody } from '../../domain/contract/callback.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import type { DeliveryBody } from '../../domain/contract/delivery.js';
import { createId } from '../../domain/contract/ids.js';
import { buildSignatureHeader } from '../../domain/contract/webhook-signature.js';
import { findCopies } from '../../domain/generations/copies.js';
import { cancelGeneration } from '../../domain/generations/cancel-generation.js';
import { pruneWebhooks } from '../../domain/webhooks/prune-deliveries.js';
import { status, type Receipt } from '../support/receiver.js';
import { authenticateKey } from '../support/authenticate-key.js';
import type { Customer } from './suite.js';
import { callbackSuite } from './callbacks-rig.js';

describe('callbacks of requests', () => {
  const { suite, nextPath, create, put, log, logged, fail, ...rig } = callbackSuite();
  let customer: Customer;
  beforeEach(() => {
    customer = rig.customer();
  });

  const secret = async () => {
    const answer = await customer.client.get<CallbackSecretBody>('/v1/webhooks/callback-secret');
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  };
  const signatures = (receipt: Receipt) =>
    receipt.headers['service-signature']?.split(',').slice(1);
  const sign = (receipt: Receipt, ...secrets: string[]) => {
    const t = /^t=(\d+)/.exec(receipt.headers['service-signature'] ?? '')?.[1];
    const input = { secrets, timestamp: Number(t), body: receipt.body };
    return buildSignatureHeader(input).split(',').slice(1);
  };

  it('receive the final event of a generation, signed with the secret of the account', async () => {
    const path = nextPath();
    const id = await create(path, { metadata: { order: '42' } });
    await suite.complete(id);
    const [receipt] = await suite.receiver.received(path, 1);
    expect(receipt?.event).to.include({ type: 'generation.completed' });
    expect(receipt?.event.data).to.deep.include({ id, metadata: { order: '42' } });
    if (!receipt) throw new Error('nothing was received');
    expect(signatures(receipt)).to.deep.equal(sign(receipt, (await secret()).secret));
    const [row] = await logged(([first]) => first?.status === 'delivered');
    expect(row).to.include({
      generation_id: id,
      post_id: null,
      url: suite.receiver.origin + path,
      attempts: 1,
    });
  });

  it('receive failures and cancellations, unless the request selects only other events', async () => {
    const [failed, cancelled, unwanted] = [nextPath(), nextPath(), nextPath()];
    await fail(await create(failed));
    const claim = { accountId: customer.accountId, key: 'cancel', fingerprint: '' };
    await cancelGeneration(suite.api.deps, await create(cancelled), claim);
    const wanted = { webhook_events: ['generation.completed'] };
    await fail(await create(unwanted, wanted));
    for (const path of [failed, cancelled]) {
      const [receipt] = await suite.receiver.received(path, 1);
      expect(receipt?.event.type).to.equal('generation.failed');
    }
    expect(await log()).to.have.length(2);
  });

  it('are not endpoints: they are not listed, and receive only the events of their request', async () => {
    const [path, other] = [nextPath(), nextPath()];
    const id = await create(path);
    await create(other);
    await suite.complete(id);
    await suite.emit(customer);
    const [row] = await logged((rows) => rows.length === 1);
    const listed = await customer.client.get<{ data: unknown[] }>('/v1/webhooks');
    expect(listed.body.data).to.deep.equal([]);
    const named = `/v1/webhooks/${row?.webhook_id}`;
    for (const [method, rest] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/rotate_secret'],
      ['POST', '/test'],
    ] as const) {
      const answer = await customer.client.refused(method, named + rest);
      expect(answer.status, `${method} ${rest}`).to.equal(404);
    }
    await suite.receiver.received(path, 1);
    expect(suite.receiver.of(other)).to.deep.equal([]);
  });

  it('have deliveries that can be read and sent again', async () => {
    const path = nextPath();
    await suite.complete(await create(path));
    const [row] = await logged(([first]) => first?.status === 'delivered');
    if (!row) throw new Error('no delivery');
    const detail = await suite.detail(customer, row.webhook_id, row.id);
    expect(detail.attempt_log.map(({ status: code }) => code)).to.deep.equal([200]);
    const resend = `/v1/webhooks/${row.webhook_id}/deliveries/${row.id}/resend`;
    const again = await customer.client.call<DeliveryBody>('POST', resend);
    expect(again.status, again.text).to.equal(202);
    expect(again.body.resend_of).to.equal(row.id);
    const [first, second] = await suite.receiver.received(path, 2);
    expect(second?.body).to.equal(first?.body);
    const stranger = await suite.customer();
    expect((await stranger.client.refused('POST', resend)).status).to.equal(404);
    expect(await log(stranger)).to.deep.equal([]);
  });

  it('are signed with the new and the old secret after a rotation, until the old one expires', async () => {
    const [before, during, after] = [nextPath(), nextPath(), nextPath()];
    const old = await secret();
    expect(await secret()).to.deep.equal(old);
    await suite.complete(await create(before));
    const [first] = await suite.receiver.received(before, 1);
    const rotate = () =>
      customer.client.call<CallbackSecretBody>('POST', '/v1/webhooks/callback-secret/rotate', {
        idem: 'turn',
      });
    const rotated = await rotate();
    expect(rotated.status, rotated.text).to.equal(200);
    expect((await rotate()).text).to.equal(rotated.text);
    expect(rotated.body.secret).not.to.equal(old.secret);
    const hours = ((rotated.body.previous_secret_expires_at ?? 0) - Date.now()) / 3_600_000;
    expect(hours).to.be.closeTo(24, 0.1);
    await suite.complete(await create(during));
    const [second] = await suite.receiver.received(during, 1);
    if (!first || !second) throw new Error('nothing was received');
    expect(signatures(first)).to.deep.equal(sign(first, old.secret));
    expect(signatures(second)).to.deep.equal(sign(second, rotated.body.secret, old.secret));
    await suite.db.query(
      "UPDATE callback_secret SET previous_until = now() - interval '1 s' WHERE account_id = $1",
      [customer.accountId],
    );
    expect((await secret()).previous_secret_expires_at).to.equal(null);
    await suite.complete(await create(after));
    const [third] = await suite.receiver.received(after, 1);
    if (!third) throw new Error('nothing was received');
    expect(signatures(third)).to.deep.equal(sign(third, rotated.body.secret));
  });

  it('are refused before any charge if deliveries cannot reach the URL, also in a quote', async () => {
    for (const [fields, said] of [
      [{ webhook_url: 'https://10.0.0.1/' }, 'body.webhook_url: the host "10.0.0.1" has no public'],
      [{ webhook_url: 'http://example.com/' }, 'body.webhook_url: the URL of "example.com" starts'],
      [{ webhook_url: 'nonsense' }, 'body.webhook_url: "nonsense" is not a URL'],
      [{ webhook_url: '' }, 'body.webhook_url: must not be empty'],
      [{ webhook_events: ['generation.failed'] }, 'body.webhook_events: needs `webhook_url`'],
      [
        { webhook_url: suite.receiver.origin, webhook_events: ['credits.low'] },
        'body.webhook_events.0: must be one of generation.completed, generation.failed',
      ],
      [
        { webhook_url: suite.receiver.origin, webhook_events: [] },
        'body.webhook_events: must have',
      ],
    ] as const) {
      const body = { prompt: 'a fox', ...fields };
      const refused = await suite.leavesNothing(customer.accountId, () =>
        customer.client.refused('POST', '/v1/images', { body }),
      );
      expect([refused.status, refused.body.error.message], said).to.satisfy(
        ([code, text]: [number, string]) => code === 400 && text.startsWith(said),
      );
      const quote = { body: { type: 'image', ...body } };
      expect((await customer.client.refused('POST', '/v1/quote', quote)).status).to.equal(400);
    }
  });

  it('are created once by a repeated request', async () => {
    const path = nextPath();
    const body = { prompt: 'a fox', webhook_url: suite.receiver.at(path) };
    const send = () => customer.client.image(body, { idem: 'same' });
    const first = await send();
    expect((await send()).text).to.equal(first.text);
    await suite.complete(first.body.id);
    await logged(([row]) => row?.status === 'delivered');
    expect(suite.receiver.of(path)).to.have.length(1);
    const [row]: { count: number }[] = await suite.db.query(
      'SELECT count(*)::int FROM webhook_callback WHERE account_id = $1',
      [customer.accountId],
    );
    expect(row?.count).to.equal(1);
  });

  it("are retried if the host is dead, and do not delay the account's endpoints", async () => {
    const alive = nextPath();
    await suite.webhook(customer, alive);
    const dead = Array.from({ length: 20 }, () => nextPath());
    for (const path of dead) {
      const id = await create(path, {}, () => undefined);
      await fail(id);
    }
    await suite.emit(customer);
    await suite.receiver.received(alive, dead.length + 1, 8_000);
    const rows = await logged(
      (all) => all.length === dead.length && all.every(({ attempts }) => attempts === 1),
    );
    for (const row of rows) {
      expect(row).to.include({ status: 'pending', last_error: 'timeout' });
      expect(row.next_attempt_at).to.be.above(Date.now());
    }
    // All callbacks share one group, which has the same number of slots as one endpoint.
    const { client } = suite.api.deps.temporal;
    const runs = await Promise.all(
      rows.map(({ id }) => client.workflow.getHandle(id).fetchHistory()),
    );
    const payloads = runs.map(
      ({ events }) => events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0],
    );
    for (const payload of payloads) {
      expect(String(payload?.data)).to.include(`"group":"callbacks ${customer.accountId}"`);
    }
  });

  it('receive a separate event for each generation of a request that creates several', async () => {
    const path = nextPath();
    const ids = await acceptCopies(path);
    for (const id of ids) await fail(id);
    const receipts = await suite.receiver.received(path, 4);
    const seen = receipts.map(({ event }) => (event.data as unknown as GenerationBody).id);
    expect(seen).to.have.members(ids);
  });

  /** Accepts one request for four generations, like the entry point for OpenAI clients. */
  async function acceptCopies(path: string): Promise<string[]> {
    const known = await authenticateKey(suite.db, customer.apiKey);
    if (!known) throw new Error('the key is unknown');
    const { caller } = known;
    const claim = { accountId: customer.accountId, key: 'four', fingerprint: 'f' };
    const { deps, edge } = suite.api;
    await answerRoute(
      prepareRoute(createImage),
      {
        caller,
        params: {},
        query: () => ({}),
        raw: { prompt: 'a fox', webhook_url: suite.receiver.at(path) },
        claim,
        copies: 4,
        requestId: createId('req'),
        client: {
          gone: () => new AbortController().signal,
          lastEventId: null,
          noteHeld: () => undefined,
        },
      },
      deps,
      edge,
    );
    return findCopies(suite.db.manager, claim, 4);
  }

  it('are deleted with their generation', async () => {
    const path = nextPath();
    const id = await create(path, {}, status(503));
    await suite.complete(id);
    const [row] = await logged(([first]) => first?.attempts === 1);
    const gone = await customer.client.call('DELETE', `/v1/generations/${id}`);
    expect(gone.status, gone.text).to.equal(200);
    expect(await log()).to.deep.equal([]);
    const [left] = await suite.db.query('SELECT status FROM webhook_delivery WHERE id = $1', [
      row?.id,
    ]);
    expect(left).to.deep.equal({ status: 'cancelled' });
    const body = { webhook_url: suite.receiver.origin };
    expect((await put(id, body)).status).to.equal(404);
  });

  it('are removed with their deliveries after 30 days, but not while the generation runs', async () => {
    const ended = await create(nextPath());
    await fail(ended);
    await logged(([row]) => row?.status === 'delivered');
    const open = await create(nextPath());
    for (const table of ['webhook_callback', 'webhook_delivery', 'event']) {
      await suite.db.query(
        `UPDATE ${table} SET created_at = created_at - interval '31 days' WHERE account_id = $1`,
        [customer.accountId],
      );
    }
    await pruneWebhooks(suite.db);
    const rows: { ref_id: string }[] = await suite.db.query(
      'SELECT ref_id FROM webhook_callback WHERE account_id = $1',
      [customer.accountId],
    );
    expect(rows).to.deep.equal([{ ref_id: open }]);
    const path = nextPath();
    await put(ended, { webhook_url: suite.receiver.at(path) });
    const [receipt] = await suite.receiver.received(path, 1);
    expect(receipt?.event.data).to.include({ id: ended, status: 'failed' });
  });
});
