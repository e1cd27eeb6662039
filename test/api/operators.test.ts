import { expect } from 'chai';
import type { AdminAccountBody, SignInLinkBody } from '../../domain/contract/admin-accounts.js';
import type {
  AdminCauseBody,
  AdminProviderBody,
  AdminRunBody,
} from '../../domain/contract/admin-runs.js';
import type { AuditEntryBody } from '../../domain/contract/audit.js';
import type { GenerationErrorCode } from '../../domain/catalogue/stages.js';
import { createId } from '../../domain/contract/ids.js';
import type { SessionBody } from '../../domain/contract/session.js';
import { failGeneration } from '../../domain/generations/advance-generation.js';
import { recordHealth } from '../../domain/generations/provider-health.js';
import { SocialAccount } from '../../entities/social-account.js';
import { connect } from '../social/connected.js';
import { signedIn } from '../support/person.js';
import { apiSuite, type Customer } from './suite.js';

interface List<T> {
  data: T[];
  next_cursor: string | null;
}

const UI = 'https://temporal.example.com';

describe('operator routes', () => {
  const suite = apiSuite({ env: { TEMPORAL_UI_URL: UI } });
  const person = ({ accountId }: Customer, operator: boolean) =>
    signedIn(suite.db, suite.api.url, { accountId, operator });

  it('are closed to owners and to API keys', async () => {
    const customer = await suite.customer();
    const owner = await person(customer, false);
    const { body } = await owner.get<SessionBody>('/app/api/session');
    expect([body.operator, body.temporal_ui_url]).to.deep.equal([false, null]);
    const account = `/app/api/admin/accounts/${customer.accountId}`;
    const calls: [string, string, object?][] = [
      ['GET', '/app/api/admin/accounts'],
      ['GET', account],
      ['POST', `${account}/grants`, { amount: 1_000_000 }],
      ['POST', `${account}/limits`, { limit: 'concurrent_jobs', value: 1_000 }],
      ['GET', '/app/api/admin/providers'],
      ['GET', '/app/api/admin/runs?state=failed'],
    ];
    await suite.leavesNothing(customer.accountId, async () => {
      for (const [method, path, given] of calls) {
        const options = given && { body: given };
        expect((await owner.refused(method, path, options)).status, path).to.equal(403);
        expect((await customer.client.refused('GET', path)).status).to.be.oneOf([401, 405]);
        const plain = path.replace('/app/api', '/v1');
        expect((await customer.client.refused(method, plain, options)).status).to.equal(404);
      }
    });
  });

  it('find accounts by id or words, in pages', async () => {
    const [one, two] = [await suite.customer(), await suite.customer()];
    const name = `Fox_${createId('acc').slice(4)}`;
    await suite.db.query('UPDATE account SET name = $2 WHERE id = ANY($1)', [
      [one.accountId, two.accountId],
      name,
    ]);
    const operator = await person(one, true);
    const { body: session } = await operator.get<SessionBody>('/app/api/session');
    expect([session.operator, session.temporal_ui_url]).to.deep.equal([true, UI]);
    const path = `/app/api/admin/accounts?q=${name.toLowerCase()}&limit=1`;
    const first = await operator.get<List<AdminAccountBody>>(path);
    const rest = `${path}&cursor=${first.body.next_cursor}`;
    const second = await operator.get<List<AdminAccountBody>>(rest);
    const ids = [...first.body.data, ...second.body.data].map(({ id }) => id);
    expect(ids).to.have.members([one.accountId, two.accountId]);
    const wild = await operator.get<List<AdminAccountBody>>(
      `/app/api/admin/accounts?q=${name.replace('_', '%25')}`,
    );
    expect(wild.body.data).to.deep.equal([]);
    const byId = await operator.get<List<AdminAccountBody>>(
      `/app/api/admin/accounts?q=${two.accountId}`,
    );
    expect(byId.body.data[0]).to.include({ id: two.accountId, plan: 'agency', suspended: false });
  });

  it('grant credits once per reference and raise limits, with an audit log entry', async () => {
    const customer = await suite.customer({ credits: 10 });
    const operator = await person(await suite.customer(), true);
    const account = `/app/api/admin/accounts/${customer.accountId}`;
    const body = { amount: 500, ref: 'invoice 1' };
    for (const _ of [1, 2]) {
      const answer = await operator.call<AdminAccountBody>('POST', `${account}/grants`, { body });
      expect(answer.body.credits, answer.text).to.include({ subscription: 10, purchased: 500 });
    }
    const other = { amount: 400, ref: 'invoice 1' };
    const conflict = await operator.refused('POST', `${account}/grants`, { body: other });
    expect(conflict.status).to.equal(409);
    const raise = { limit: 'concurrent_jobs', value: 40 };
    const raised = await operator.call<AdminAccountBody>('POST', `${account}/limits`, {
      body: raise,
    });
    expect(raised.body.raised_limits).to.include({ concurrent_jobs: 40 });
    const low = { limit: 'concurrent_jobs', value: 1 };
    expect((await operator.refused('POST', `${account}/limits`, { body: low })).status).to.equal(
      400,
    );
    const unknown = `/app/api/admin/accounts/${createId('acc')}/grants`;
    expect((await operator.refused('POST', unknown, { body })).status).to.equal(404);

    const owner = await person(customer, false);
    const { body: log } = await owner.get<List<AuditEntryBody>>('/app/api/audit');
    const ours = log.data.filter(({ actor }) => actor === 'operator').map(({ action }) => action);
    expect(ours).to.have.members(['limit.raised', 'credits.granted', 'sign_in_link.created']);
  });

  it('cancel owed fees when they raise the number of included social accounts', async () => {
    const customer = await suite.customer({ plan: 'creator', credits: 0 });
    const { accountId } = customer;
    for (let nth = 0; nth < 3; nth += 1) await connect(suite.api.deps, customer);
    const owed = () => suite.db.manager.countBy(SocialAccount, { accountId, paymentDue: true });
    expect(await owed()).to.equal(1);
    const operator = await person(await suite.customer(), true);
    const body = { limit: 'included_social_accounts', value: 3 };
    const path = `/app/api/admin/accounts/${accountId}/limits`;
    const raised = await operator.call<AdminAccountBody>('POST', path, { body });
    expect(raised.body.raised_limits, raised.text).to.include({ included_social_accounts: 3 });
    expect(await owed()).to.equal(0);
    await suite.db.manager.delete(SocialAccount, { accountId });
  });

  it("mark an operator's actions in an account's audit log", async () => {
    const customer = await suite.customer();
    const operator = await person(customer, true);
    const body = { name: 'Shop' };
    expect((await operator.call('POST', '/app/api/keys', { body })).status).to.equal(201);
    const owner = await person(customer, false);
    expect((await owner.call('POST', '/app/api/keys', { body })).status).to.equal(201);
    const { body: log } = await owner.get<List<AuditEntryBody>>('/app/api/audit');
    const lines = log.data
      .filter(({ action }) => action !== 'sign_in_link.created')
      .map(({ action, actor }) => [action, actor]);
    expect(lines).to.deep.equal([
      ['key.created', 'person'],
      ['session.opened', 'person'],
      ['key.created', 'operator'],
      ['session.opened', 'operator'],
    ]);
  });

  it('list failed and stuck work with links to its run, and the health of upstreams', async () => {
    const customer = await suite.customer();
    const operator = await person(customer, true);
    const [failed, stuck] = [await suite.queued(customer), await suite.queued(customer)];
    const error = { code: 'PROVIDER_ERROR', message: 'It failed.' } as const;
    const entry = { stage: 'queue', resolution: 'stopped', status: null, message: '' } as const;
    await failGeneration(suite.api.deps, failed, error, entry);
    const runs = (state: string) =>
      operator.get<List<AdminRunBody>>(`/app/api/admin/runs?state=${state}&limit=100`);
    const found = (await runs('failed')).body.data.find(({ id }) => id === failed);
    expect(found).to.include({
      kind: 'generation',
      account_id: customer.accountId,
      error_code: 'PROVIDER_ERROR',
      temporal_url: `${UI}/namespaces/${suite.api.deps.env.temporalNamespace}/workflows/${failed}`,
    });
    expect(found?.account_name).to.be.a('string');
    const filtered = await runs('failed&error_code=PROVIDER_ERROR&model=service-image');
    expect(filtered.body.data.map(({ id }) => id)).to.include(failed);
    expect((await runs('failed&error_code=TIMEOUT&model=none')).body.data).to.deep.equal([]);
    await suite.db.query(
      `UPDATE generation SET created_at = now() - interval '3 days' WHERE id = $1`,
      [stuck],
    );
    expect((await runs('stuck')).body.data.map(({ id }) => id)).to.include(stuck);

    const source = { provider: 'fal', upstreamModel: createId('gen') };
    for (let tries = 0; tries < 4; tries += 1) await recordHealth(suite.db, source, false);
    const { body } = await operator.get<List<AdminProviderBody>>('/app/api/admin/providers');
    const way = body.data.find(({ upstream_model: name }) => name === source.upstreamModel);
    expect(way).to.include({ provider: 'fal', failures: 4, orders: 0, cost_usd: 0 });
    expect(way?.rests_until).to.be.above(Date.now());
    expect(body.data.map(({ provider }) => provider)).to.include('local');
    await recordHealth(suite.db, source, true);
  });

  it('group failures by cause, apart from the failures of requests', async () => {
    const customer = await suite.customer();
    const operator = await person(customer, true);
    const entry = { stage: 'queue', resolution: 'stopped', status: null, message: '' } as const;
    // Other tests with this database have failures, too.
    const model = createId('gen');
    const fail = async (code: GenerationErrorCode, days = 0) => {
      const id = await suite.queued(customer);
      await failGeneration(suite.api.deps, id, { code, message: 'It failed.' }, entry);
      await suite.db.query(
        `UPDATE generation SET model = $2, created_at = now() - make_interval(days => $3)
         WHERE id = $1`,
        [id, model, days],
      );
    };
    await fail('TIMEOUT');
    await fail('TIMEOUT');
    await fail('CONTENT_BLOCKED');
    await fail('RATE_LIMIT', 3);
    const list = async (hours: number) => {
      const path = `/app/api/admin/causes?hours=${hours}`;
      const { body } = await operator.get<List<AdminCauseBody>>(path);
      return new Map(
        body.data.flatMap((one) => (one.model === model ? [[one.error_code, one]] : [])),
      );
    };
    const causes = await list(24);
    expect(causes.get('TIMEOUT')).to.include({ side: 'service', count: 2, accounts: 1 });
    expect(causes.get('CONTENT_BLOCKED')).to.include({ side: 'request', count: 1 });
    expect(causes.has('RATE_LIMIT')).to.equal(false);
    expect((await list(168)).has('RATE_LIMIT')).to.equal(true);
    const owner = await person(customer, false);
    expect((await owner.get('/app/api/admin/causes')).status).to.equal(403);
    expect((await operator.get('/app/api/admin/causes?hours=721')).status).to.equal(400);
  });

  it('open an account, sign its owner in, change its plan and suspend it', async () => {
    const operator = await person(await suite.customer(), true);
    const post = <T>(path: string, body?: object) =>
      operator.call<T>('POST', `/app/api/admin/accounts${path}`, { body });
    const opened = await post<AdminAccountBody>('', { name: 'Acme', plan: 'creator', credits: 70 });
    expect(opened.status, opened.text).to.equal(201);
    const { id } = opened.body;
    expect(opened.body).to.deep.include({ name: 'Acme', plan: 'creator', suspended: false });
    expect(opened.body.credits).to.deep.equal({ subscription: 70, purchased: 0, held: 0 });

    const link = await post<SignInLinkBody>(`/${id}/sign-in-links`);
    expect(link.body.expires_at).to.be.closeTo(Date.now() + 900_000, 60_000);
    const secret = link.body.url.split('#')[1];
    const stored = await suite.db.query('SELECT 1 FROM sign_in_link WHERE account_id = $1', [id]);
    expect(stored).to.have.length(1);
    expect(secret).to.match(/^\S{20,}$/);

    const update = (body: object, target = id) =>
      operator.call<AdminAccountBody>('PATCH', `/app/api/admin/accounts/${target}`, { body });
    const changed = await update({ plan: 'agency', suspended: true });
    expect(changed.body).to.include({ plan: 'agency', suspended: true });
    expect((await update({ suspended: false })).body.suspended).to.equal(false);
    expect((await update({})).status).to.equal(400);
    expect((await update({ plan: 'gold' })).status).to.equal(400);
    expect((await update({ suspended: true }, createId('acc'))).status).to.equal(404);
    const log: { action: string }[] = await suite.db.query(
      'SELECT action FROM audit_entry WHERE account_id = $1 ORDER BY created_at, id',
      [id],
    );
    expect(log.map(({ action }) => action)).to.have.members([
      'account.created',
      'sign_in_link.created',
      'plan.changed',
      'account.suspended',
      'account.resumed',
    ]);
  });

  it('cannot suspend the account that they use, and stop a suspended key immediately', async () => {
    const own = await suite.customer();
    const operator = await person(own, true);
    const other = await suite.customer();
    const suspend = ({ accountId }: { accountId: string }) =>
      operator.call('PATCH', `/app/api/admin/accounts/${accountId}`, { body: { suspended: true } });
    const refused = await suspend(own);
    expect([refused.status, refused.text]).to.satisfy(
      ([status, text]: [number, string]) => status === 400 && text.includes('lock you out'),
    );
    expect((await other.client.get('/v1/account')).status).to.equal(200);
    expect((await suspend(other)).status).to.equal(200);
    expect((await other.client.get('/v1/account')).status).to.equal(403);
    const owner = await person(own, false);
    const body = { suspended: true };
    const path = `/app/api/admin/accounts/${other.accountId}`;
    expect((await owner.call('PATCH', path, { body })).status).to.equal(403);
    expect((await owner.call('POST', `${path}/sign-in-links`)).status).to.equal(403);
    const named = { body: { name: 'x' } };
    expect((await owner.call('POST', '/app/api/admin/accounts', named)).status).to.equal(403);
  });
});
