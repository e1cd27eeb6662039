import { expect } from 'chai';
import { PLANS } from '../../domain/catalogue/plans.js';
import { SCOPES } from '../../domain/catalogue/scopes.js';
import { createDataSource } from '../../entities/data-source.js';
import { SocialAccount } from '../../entities/social-account.js';
import { connect } from '../social/connected.js';
import { feeDeps } from '../social/fee-deps.js';
import { testDatabaseUrl } from '../support/test-database.js';
import { adminJson, openAccount, type Refused } from './run-command.js';

interface Shown {
  plan: string;
  suspended: boolean;
  credits: Record<string, number>;
  limits: Record<string, number>;
  raised_limits: Record<string, number>;
  keys: { key_id: string; scopes: string[] }[];
}

const show = async (id: string) => (await adminJson<Shown>(['account', 'show', id])).json;

describe('admin account', () => {
  it('create prints exactly the account, the key with every scope, and the key id', async () => {
    const words = ['account', 'create', '--plan', 'agency', '--credits', '1000'];
    const { json, code, stdout, stderr } = await adminJson<Record<string, string>>(words);
    expect(code).to.equal(0);
    expect(stderr).to.equal('');
    expect(stdout.trim().split('\n')).to.have.length(1);
    expect(json).to.have.all.keys('account_id', 'api_key', 'key_id');
    expect(json['api_key']).to.match(/^svc_live_[0-9A-Za-z]{46}$/);
    const shown = await show(json['account_id'] ?? '');
    expect(shown.credits).to.include({ total: 1_000, subscription: 1_000, held_subscription: 0 });
    expect(shown.keys).to.have.length(1);
    expect(shown.keys[0]?.key_id).to.equal(json['key_id']);
    expect(shown.keys[0]?.scopes).to.have.members([...SCOPES]);
  });

  it('suspend and resume take effect once and can be repeated', async () => {
    const id = await openAccount('free');
    const changes: boolean[] = [];
    for (const verb of ['suspend', 'suspend', 'resume', 'resume']) {
      const { json } = await adminJson<{ changed: boolean; suspended: boolean }>([
        'account',
        verb,
        id,
      ]);
      expect(json.suspended).to.equal(verb === 'suspend');
      changes.push(json.changed);
    }
    expect(changes).to.deep.equal([true, false, true, false]);
    expect((await show(id)).suspended).to.equal(false);
  });

  it('commands report an unknown account as one JSON error with exit code 1', async () => {
    const asked = [
      ['account', 'show', 'acc_nobody'],
      ['account', 'suspend', 'acc_nobody'],
      ['account', 'set-plan', 'acc_nobody', '--plan', 'agency'],
      ['credits', 'grant', 'acc_nobody', '--amount', '5'],
      ['member', 'add', '--account', 'acc_nobody', '--name', 'Ann'],
    ];
    const ended = await Promise.all(asked.map((words) => adminJson<Refused>(words)));
    expect(ended.map(({ code }) => code)).to.deep.equal(asked.map(() => 1));
    expect(ended.map(({ json }) => json.error.code)).to.deep.equal(asked.map(() => 'NOT_FOUND'));
  });
});

describe('admin limits', () => {
  const raise = (id: string, limit: string, value: string) =>
    adminJson<Refused & { value: number }>([
      'account',
      'raise-limit',
      id,
      '--limit',
      limit,
      '--value',
      value,
    ]);

  for (const words of [
    ['account', 'set-plan', '--plan', 'influencer'],
    ['account', 'raise-limit', '--limit', 'included_social_accounts', '--value', '3'],
  ]) {
    it(`${words[1]} cancels the fee and the debt of a social account that is now included`, async () => {
      const accountId = await openAccount('creator');
      const db = await createDataSource(testDatabaseUrl(), 2).initialize();
      try {
        for (let nth = 0; nth < 3; nth += 1) await connect(feeDeps(db), { accountId });
        const owed = () => db.manager.countBy(SocialAccount, { accountId, paymentDue: true });
        expect(await owed()).to.equal(1);
        const { code, stdout } = await adminJson([...words, accountId]);
        expect(code, stdout).to.equal(0);
        expect(await owed()).to.equal(0);
        await db.manager.delete(SocialAccount, { accountId });
      } finally {
        await db.destroy();
      }
    });
  }

  it('raise-limit has an effect until "default" removes it', async () => {
    const id = await openAccount('agency');
    await raise(id, 'concurrent_jobs', '40');
    expect((await show(id)).limits['concurrent_jobs']).to.equal(40);
    const { json } = await raise(id, 'concurrent_jobs', 'default');
    expect(json.value).to.equal(PLANS.agency.concurrent_jobs);
    expect((await show(id)).raised_limits).to.deep.equal({});
  });

  it('raise-limit rejects an unknown name and lists the valid names', async () => {
    const { code, json } = await raise('acc_1', 'concurent_jobs', '40');
    expect(code).to.equal(2);
    expect(json.error.message)
      .to.include('did you mean `concurrent_jobs`?')
      .and.include('api_keys');
  });

  it('raise-limit never lowers a limit, not even after a plan change', async () => {
    const id = await openAccount('free');
    const { code, json } = await raise(id, 'concurrent_jobs', '1');
    expect(code).to.equal(1);
    expect(json.error.code).to.equal('VALIDATION_ERROR');
    await raise(id, 'concurrent_jobs', '5');
    await raise(id, 'upload_bytes_per_day', '300000000000');
    await adminJson(['account', 'set-plan', id, '--plan', 'agency']);
    const shown = await show(id);
    expect(shown.plan).to.equal('agency');
    expect(shown.limits['concurrent_jobs']).to.equal(PLANS.agency.concurrent_jobs);
    expect(shown.raised_limits).to.deep.equal({ upload_bytes_per_day: 300_000_000_000 });
  });
});
