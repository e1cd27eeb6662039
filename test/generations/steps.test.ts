import { expect } from 'chai';
import { presentStep, type GenerationStepBody } from '../../domain/contract/generation-step.js';
import { cancelGeneration } from '../../domain/generations/cancel-generation.js';
import { findSteps } from '../../domain/generations/find-steps.js';
import { recordReported } from '../../domain/generations/record-reported.js';
import { ProviderFailure } from '../../domain/ports/provider.js';
import { activityBench, type Accepted } from '../activities/bench.js';
import type { Customer } from '../api/suite.js';
import { failureOf } from '../support/failure.js';
import { fakeProvider } from '../support/provider-fake.js';

interface StepList {
  data: GenerationStepBody[];
  next_cursor: string | null;
}

describe('GET /v1/generations/{id}/steps', () => {
  const bench = activityBench();
  let customer: Customer;
  let accepted: Accepted;
  beforeEach(async () => {
    customer = await bench.customer();
    accepted = await bench.accept(customer);
  });

  const page = async (query = '') => {
    const path = `/v1/generations/${accepted.id}/steps${query}`;
    const { status, text, body } = await customer.client.get<StepList>(path);
    expect(status, text).to.equal(200);
    return body;
  };
  /** Reads stage, number and outcome of every step. */
  const steps = async () =>
    (await page()).data.map(({ stage, attempt, outcome }) => [stage, attempt, outcome]);
  const attempt = (n: number, fault: () => never) => {
    const providers = new Map([['local', fakeProvider(fault)]]);
    const route = { provider: 'local', upstreamModel: 'local' };
    const input = { generationId: accepted.id, route, attempt: n };
    return failureOf(bench.run(() => bench.media({ providers }).generateImage(input)));
  };

  it('returns the wait, the attempt and the storage step of an image, each with its times', async () => {
    expect(await steps()).to.deep.equal([['queue', 1, null]]);
    const asset = await bench.generate(accepted.id);
    if (!asset) throw new Error('not generated');
    await bench.run(() => bench.media().keepOutput({ generationId: accepted.id, ...asset }));
    expect(await steps()).to.deep.equal([
      ['queue', 1, 'ok'],
      ['image_generation', 1, 'ok'],
      ['storage', 1, null],
    ]);
    await bench.run(() => bench.state.completeGeneration({ generationId: accepted.id }));
    const { data } = await page();
    const row = await bench.row(accepted);
    expect(data.map(({ outcome }) => outcome)).to.deep.equal(['ok', 'ok', 'ok']);
    expect(data[0]?.started_at).to.equal(row.createdAt.getTime());
    expect(data[0]?.ended_at).to.equal(row.startedAt?.getTime());
    expect(data[1]?.started_at).to.equal(row.startedAt?.getTime());
    expect(data[2]?.ended_at).to.equal(row.completedAt?.getTime());
    const times = data.flatMap(({ started_at, ended_at }) => [started_at, ended_at ?? 0]);
    expect(times).to.deep.equal(times.toSorted((one, other) => one - other));
  });

  it('returns each failed attempt with its code, and closes open steps when the generation ends', async () => {
    const fail = () => {
      throw new ProviderFailure('unavailable', 'Away.', 503);
    };
    await attempt(1, fail);
    await attempt(2, () => {
      throw new ProviderFailure('rate_limited', '', 429);
    });
    await bench.run(() => bench.media().generateImage(inputOf(accepted.id, 3)));
    expect(await steps()).to.deep.equal([
      ['queue', 1, 'ok'],
      ['image_generation', 1, 'PROVIDER_ERROR'],
      ['image_generation', 2, 'RATE_LIMIT'],
      ['image_generation', 3, 'ok'],
    ]);
  });

  it("closes a lost worker's attempt with the timeline entry, and lists the next attempt separately", async () => {
    await attempt(1, () => {
      throw new Error('a bug of the adapter');
    });
    expect(await steps()).to.deep.equal([
      ['queue', 1, 'ok'],
      ['image_generation', 1, null],
    ]);
    const entry = {
      at: Date.now(),
      stage: 'image_generation',
      resolution: 'retried',
      status: null,
      message: 'Lost.',
    } as const;
    await bench.run(() => bench.state.recordTimeline({ generationId: accepted.id, entry }));
    await bench.run(() => bench.media().generateImage(inputOf(accepted.id, 2)));
    expect(await steps()).to.deep.equal([
      ['queue', 1, 'ok'],
      ['image_generation', 1, 'UNKNOWN'],
      ['image_generation', 2, 'ok'],
    ]);
  });

  it("shows the provider's report until the attempt begins again", async () => {
    const fail = () => {
      throw new Error('a bug of the adapter');
    };
    const { id: generationId } = accepted;
    const shown = async () =>
      (await customer.client.get(`/v1/generations/${generationId}`)).body.progress;
    await attempt(1, fail);
    const step = { generationId, stage: 'image_generation', attempt: 1 } as const;
    await recordReported(bench.deps.db, step, { position: 3, fraction: 0.5 });
    expect(await shown()).to.deep.include({ queue_position: 3, fraction: 0.5 });
    const entry = {
      at: Date.now(),
      stage: 'image_generation',
      resolution: 'retried',
      status: null,
      message: 'Lost.',
    } as const;
    await bench.run(() => bench.state.recordTimeline({ generationId, entry }));
    await attempt(1, fail);
    expect(await shown()).to.deep.include({ queue_position: null, fraction: null });
  });

  it('closes the open attempt with the failure code, and counts storage retries', async () => {
    const asset = await bench.generate(accepted.id);
    if (!asset) throw new Error('not generated');
    const keep = () =>
      bench.run(() => bench.media().keepOutput({ generationId: accepted.id, ...asset }));
    await keep();
    const entry = {
      stage: 'storage',
      resolution: 'retried',
      status: null,
      message: 'Away.',
    } as const;
    const generationId = accepted.id;
    await bench.run(() =>
      bench.state.recordTimeline({ generationId, entry: { at: Date.now(), ...entry } }),
    );
    await bench.deps.store.put(asset.assetKey, Buffer.from('no picture'), 'image/png');
    await failureOf(keep());
    const error = { code: 'UNKNOWN', message: 'no' } as const;
    await bench.run(() => bench.state.failGeneration({ generationId, error, entry }));
    expect((await steps()).slice(2)).to.deep.equal([
      ['storage', 1, 'UNKNOWN'],
      ['storage', 2, 'UNKNOWN'],
    ]);
  });

  it('returns only the wait for a cancelled generation', async () => {
    await cancelGeneration(bench.deps, accepted.id, bench.claimOf(accepted));
    expect(await steps()).to.deep.equal([['queue', 1, 'CANCELLED']]);
  });

  it('is paginated, and rejects a cursor from another list', async () => {
    await bench.generate(accepted.id);
    const first = await page('?limit=1');
    expect(first.data.map(({ stage }) => stage)).to.deep.equal(['queue']);
    const second = await page(`?limit=1&cursor=${first.next_cursor}`);
    expect(second.data.map(({ stage }) => stage)).to.deep.equal(['image_generation']);
    expect(second.next_cursor).to.equal(null);
    const path = `/v1/generations/${accepted.id}/steps?cursor=abc`;
    expect((await customer.client.refused('GET', path)).status).to.equal(400);
  });

  it('returns 404 to another account and after the generation is deleted', async () => {
    await bench.generate(accepted.id);
    await bench.run(() => bench.state.completeGeneration({ generationId: accepted.id }));
    const stranger = await bench.customer();
    const path = `/v1/generations/${accepted.id}/steps`;
    expect((await stranger.client.refused('GET', path)).status).to.equal(404);
    const deleted = await customer.client.call('DELETE', `/v1/generations/${accepted.id}`);
    expect(deleted.status, deleted.text).to.equal(200);
    const left = 'SELECT 1 FROM generation_step WHERE generation_id = $1';
    expect(await bench.db.query(left, [accepted.id])).to.deep.equal([]);
  });

  it('shows provider, order id and price only to operators', async () => {
    await bench.generate(accepted.id);
    const order = [accepted.id, { request_id: 'up_1' }, 0.04];
    await bench.db.query(
      `INSERT INTO upstream_order (generation_id, attempt, provider, upstream_model, ref, cost_usd)
       VALUES ($1, 1, 'local', 'm', $2, $3)`,
      order,
    );
    const listed = (await page()).data.map(({ provider, upstream_id, cost_usd }) => [
      provider,
      upstream_id,
      cost_usd,
    ]);
    expect(listed).to.deep.equal([
      [null, null, null],
      [null, null, null],
    ]);
    const { rows } = await findSteps(bench.db.manager, accepted.accountId, accepted.id, {});
    expect(rows.map((row) => presentStep(row, true))[1]).to.deep.include({
      provider: 'local',
      upstream_id: 'up_1',
      cost_usd: 0.04,
    });
  });

  it("includes the delivery attempts of the generation's webhooks", async () => {
    await bench.generate(accepted.id);
    await bench.run(() => bench.state.completeGeneration({ generationId: accepted.id }));
    await bench.db.query(
      `WITH d AS (
         INSERT INTO webhook_delivery
           (id, account_id, endpoint_id, event_id, type, status, attempts_max)
         SELECT 'dlv_' || md5($1), $2, 'whk_1', 'evt_gen_' || $1 || '_completed',
           'generation.completed', 'delivered', 5 RETURNING id
       ) INSERT INTO delivery_attempt (delivery_id, n, url, started_at, duration_ms, error, excerpt)
       SELECT id, n, 'https://example.com', now() + n * interval '1 s', 250, error, ''
       FROM d, (VALUES (1, 'timeout'), (2, NULL)) AS a (n, error)`,
      [accepted.id, accepted.accountId],
    );
    const { data } = await page();
    const sent = data.filter(({ stage }) => stage === 'webhook');
    expect(sent.map(({ attempt: n, outcome }) => [n, outcome])).to.deep.equal([
      [1, 'timeout'],
      [2, 'ok'],
    ]);
    expect(sent.map(({ started_at, ended_at }) => (ended_at ?? 0) - started_at)).to.deep.equal([
      250, 250,
    ]);
    expect(data.map(({ webhook_id: id }) => id)).to.deep.equal([null, null, 'whk_1', 'whk_1']);
  });

  it('includes the next attempt of a pending delivery', async () => {
    await bench.generate(accepted.id);
    await bench.run(() => bench.state.completeGeneration({ generationId: accepted.id }));
    await bench.db.query(
      `INSERT INTO webhook_delivery
         (id, account_id, endpoint_id, event_id, type, status, attempts, attempts_max)
       SELECT 'dlv_' || status, $2, 'whk_' || status, 'evt_gen_' || $1 || '_completed',
         'generation.completed', status, 1, 5
       FROM unnest(ARRAY['pending', 'delivering', 'failed', 'skipped', 'cancelled']) AS status`,
      [accepted.id, accepted.accountId],
    );
    const { data } = await page();
    const open = data.filter(({ stage }) => stage === 'webhook');
    expect(
      open.map(({ webhook_id: id, attempt: n, ended_at, outcome }) => [id, n, ended_at, outcome]),
    ).to.have.deep.members([
      ['whk_pending', 2, null, null],
      ['whk_delivering', 2, null, null],
    ]);
  });
});

const inputOf = (generationId: string, attempt: number) => ({
  generationId,
  route: { provider: 'local', upstreamModel: 'local' },
  attempt,
});
