import { expect } from 'chai';
import type {
  AdminOverviewBody,
  AdminProviderHistoryBody,
} from '../../domain/contract/admin-overview.js';
import type { AdminKeyBody } from '../../domain/contract/admin-accounts.js';
import { createId } from '../../domain/contract/ids.js';
import type { GenerationErrorCode } from '../../domain/catalogue/stages.js';
import { failGeneration } from '../../domain/generations/advance-generation.js';
import { cancelGeneration } from '../../domain/generations/cancel-generation.js';
import { limitStatements } from '../../domain/operator/limit-statements.js';
import { failureOf } from '../support/failure.js';
import { signedIn, type Browser } from '../support/person.js';
import { apiSuite, type Customer } from './suite.js';

const OVERVIEW = '/app/api/admin/overview';

describe('the overview of operators', () => {
  const suite = apiSuite();
  let customer: Customer;
  let operator: Browser;

  before(async () => {
    customer = await suite.customer({ raised: { concurrent_jobs: 100 } });
    const { accountId } = customer;
    operator = await signedIn(suite.db, suite.api.url, { accountId, operator: true });
  });

  /** Sets the model and the age of a generation. Other tests with this database have generations, too. */
  const place = (id: string, model: string, minutesAgo: number, seconds = 0) =>
    suite.db.query(
      `UPDATE generation SET model = $2, created_at = now() - make_interval(mins => $3),
         completed_at = CASE WHEN completed_at IS NOT NULL
           THEN now() - make_interval(mins => $3) + make_interval(secs => $4) END
       WHERE id = $1`,
      [id, model, minutesAgo, seconds],
    );
  const complete = async (model: string, minutesAgo: number, seconds: number) => {
    const id = await suite.queued(customer);
    await suite.complete(id);
    await place(id, model, minutesAgo, seconds);
    return id;
  };
  const fail = async (model: string, code: GenerationErrorCode, minutesAgo = 1) => {
    const id = await suite.queued(customer);
    const entry = { stage: 'queue', resolution: 'stopped', status: null, message: '' } as const;
    await failGeneration(suite.api.deps, id, { code, message: 'It failed.' }, entry);
    await place(id, model, minutesAgo);
    return id;
  };
  const read = async (hours: number) =>
    (await operator.get<AdminOverviewBody>(`${OVERVIEW}?hours=${hours}`)).body;
  const readModel = async (hours: number, wanted: string) =>
    (await read(hours)).models.find(({ model }) => model === wanted);

  it('counts the requests of a model by outcome, and measures the time to the result', async () => {
    const model = createId('gen');
    for (const seconds of [1, 2, 3, 4, 100]) await complete(model, 5, seconds);
    await fail(model, 'PROVIDER_ERROR');
    await fail(model, 'CONTENT_BLOCKED');
    const [cancelled, queued] = [await suite.queued(customer), await suite.queued(customer)];
    const { accountId } = customer;
    const claim = { accountId, key: cancelled, fingerprint: '' };
    await cancelGeneration(suite.api.deps, cancelled, claim);
    await place(cancelled, model, 1);
    await place(queued, model, 1);
    const { p95_ms: p95, ...found } = (await readModel(1, model)) ?? {};
    expect(found).to.deep.equal({
      model,
      accepted: 9,
      completed: 5,
      failed_by_service: 1,
      failed_by_request: 1,
      failure_rate: 1 / 7,
      p50_ms: 3_000,
    });
    expect(p95).to.be.within(80_000, 100_000);
  });

  it('counts only requests of the period', async () => {
    const model = createId('gen');
    await complete(model, 5, 1);
    await complete(model, 61, 1);
    await complete(model, 25 * 60, 1);
    await fail(model, 'TIMEOUT', 61);
    await fail(model, 'TIMEOUT', 8 * 24 * 60);
    const seen = await Promise.all(
      [1, 24, 168].map(async (hours) => {
        const found = await readModel(hours, model);
        return [found?.completed, found?.failed_by_service];
      }),
    );
    expect(seen).to.deep.equal([
      [1, 0],
      [2, 1],
      [3, 1],
    ]);
  });

  it('adds up: states, steps, models and the present queue', async () => {
    const id = await complete(createId('gen'), 2, 1);
    const waiting = await suite.queued(customer);
    await suite.claim(waiting);
    const body = await read(24);
    const { requests, series, models, queue } = body;
    const { accepted, ...states } = requests;
    expect(Object.values(states).reduce((sum, value) => sum + value, 0)).to.equal(accepted);
    expect(models.reduce((sum, one) => sum + one.accepted, 0)).to.equal(accepted);
    expect(series.map(({ at }) => at)).to.deep.equal(
      Array.from({ length: 24 }, (_, hour) => body.since + hour * 3_600_000),
    );
    for (const name of ['completed', 'failed_by_service', 'failed_by_request'] as const) {
      expect(
        series.reduce((sum, step) => sum + step[name], 0),
        name,
      ).to.equal(requests[name]);
    }
    expect(body).to.include({ object: 'admin_overview', step_seconds: 3_600, truncated: false });
    const [{ credits }] = await suite.db.query('SELECT credits FROM generation WHERE id = $1', [
      id,
    ]);
    expect(body.credits_spent).to.be.at.least(credits);
    expect(queue.processing).to.be.at.least(1);
  });

  it('accepts three periods and only operators', async () => {
    const answer = await operator.refused('GET', `${OVERVIEW}?hours=2`);
    expect(answer.status, answer.text).to.equal(400);
    expect(answer.text).to.include('1, 24, 168');
    expect((await operator.get(`${OVERVIEW}?day=1`)).status).to.equal(400);
    const owner = await signedIn(suite.db, suite.api.url, { accountId: customer.accountId });
    for (const path of [OVERVIEW, '/app/api/admin/provider-history']) {
      expect((await owner.refused('GET', path)).status, path).to.equal(403);
    }
  });

  it('ends a statement that exceeds its deadline', async () => {
    const slow = suite.db.transaction(async (tx) => {
      await limitStatements(tx, 50);
      await tx.query('SELECT count(*) FROM generate_series(1, 1000000000)');
    });
    expect((await failureOf(slow)).message).to.include('statement timeout');
  });

  it('lists successful and failed calls of each provider by hour', async () => {
    const provider = createId('gen');
    const call = async (outcome: string, minutesAgo: number) => {
      const id = await suite.queued(customer);
      await suite.claim(id);
      await suite.db.query(
        `UPDATE generation_step SET provider = $2, outcome = $3,
           ended_at = now() - make_interval(mins => $4) WHERE generation_id = $1`,
        [id, provider, outcome, minutesAgo],
      );
    };
    await call('ok', 0);
    await call('ok', 61);
    await call('PROVIDER_ERROR', 61);
    await call('CONTENT_BLOCKED', 61);
    await call('ok', 25 * 60);
    const { body } = await operator.get<{ data: AdminProviderHistoryBody[] }>(
      '/app/api/admin/provider-history',
    );
    const hours = body.data.find((one) => one.provider === provider)?.hours ?? [];
    expect(hours).to.have.length(24);
    const seen = hours.filter(({ succeeded, failed }) => succeeded + failed > 0);
    expect(seen.map(({ succeeded, failed }) => [succeeded, failed])).to.deep.equal([
      [1, 1],
      [1, 0],
    ]);
    expect(seen[1]?.at).to.equal(hours.at(-1)?.at);
  });
});

describe("an account's keys for operators", () => {
  const suite = apiSuite();

  it('include revoked keys, but neither session keys nor secrets', async () => {
    const { accountId, keyId } = await suite.customer();
    const operator = await signedIn(suite.db, suite.api.url, { accountId, operator: true });
    const added = await suite.key(accountId, { name: 'Shop' });
    await suite.db.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [keyId]);
    const path = `/app/api/admin/accounts/${accountId}/keys`;
    const { body, text } = await operator.get<{ data: AdminKeyBody[] }>(path);
    expect(body.data.map(({ id, name }) => [id, name])).to.deep.equal([
      [added.keyId, 'Shop'],
      [keyId, ''],
    ]);
    expect(body.data[0]?.revoked_at).to.equal(null);
    expect(body.data[1]?.revoked_at).to.be.closeTo(Date.now(), 60_000);
    expect(added.apiKey.startsWith(body.data[0]?.prefix ?? '-')).to.equal(true);
    expect(text).not.to.include(added.apiKey);
    const unknown = path.replace(accountId, createId('acc'));
    expect((await operator.get(unknown)).status).to.equal(404);
  });
});
