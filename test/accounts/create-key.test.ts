import { expect } from 'chai';
import { authenticateKey } from '../support/authenticate-key.js';
import { createKey } from '../../domain/accounts/create-key.js';
import { raiseLimit } from '../../domain/accounts/raise-limit.js';
import { revokeKey } from '../../domain/accounts/mark-key-revoked.js';
import { hashApiKey, isApiKey } from '../../domain/contract/create-api-key.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { ApiKey } from '../../entities/api-key.js';
import { createId } from '../../domain/contract/ids.js';
import { freshDatabase } from '../entities/fresh-database.js';
import { failureOf } from '../support/failure.js';
import { buildAccount } from '../support/accounts.js';

describe('createKey', () => {
  const fresh = freshDatabase({ poolSize: 16 });
  const create = (accountId: string, more: { monthlyCap?: number | null } = {}) => {
    const key = { id: createId('key'), accountId, memberId: null, monthlyCap: null, ...more };
    return fresh.db.transaction((tx) => createKey(tx, { ...key, scopes: ['read'] }));
  };

  it('returns the clear key once and stores only its SHA-256 and its visible prefix', async () => {
    const { accountId } = await buildAccount(fresh.db, { plan: 'agency' });
    const clear = await create(accountId, { monthlyCap: 10 });
    expect(isApiKey(clear)).to.equal(true);
    const hash = hashApiKey(clear);
    const row = await fresh.db.manager.findOneByOrFail(ApiKey, { hash });
    expect(row).to.deep.include({ accountId, scopes: ['read'], monthlyCap: 10, revokedAt: null });
    expect(row.prefix).to.equal(clear.slice(0, 16));
    const [stored] = await fresh.db.query('SELECT k::text AS text FROM api_key k WHERE hash = $1', [
      hash,
    ]);
    expect(stored.text).not.to.include(clear.slice(17));
  });

  it('creates keys that authenticate only their own account', async () => {
    const one = await buildAccount(fresh.db);
    const other = await buildAccount(fresh.db);
    const known = await authenticateKey(fresh.db, one.apiKey);
    expect(known?.caller).to.include({ accountId: one.accountId, keyId: one.keyId });
    expect(known?.caller.accountId).not.to.equal(other.accountId);
    expect(await authenticateKey(fresh.db, `${one.apiKey.slice(0, -1)}_`)).to.equal(null);
  });

  for (const [plan, limit] of [
    ['free', 1],
    ['creator', 2],
    ['influencer', 5],
    ['agency', 20],
  ] as const) {
    it(`allows ${limit} active keys on the ${plan} plan, even under twelve concurrent requests`, async () => {
      const { accountId } = await buildAccount(fresh.db, { plan });
      const requests = Array.from({ length: limit + 11 }, () => create(accountId));
      const results = await Promise.allSettled(requests);
      expect(results.filter(({ status }) => status === 'fulfilled')).to.have.length(limit - 1);
      for (const result of results) {
        if (result.status === 'fulfilled') continue;
        expect(result.reason).to.be.instanceOf(Refusal).and.include({ code: 'LIMIT_REACHED' });
        expect(result.reason.details).to.deep.equal({ code: 'API_KEY_LIMIT', limit });
      }
      expect(await fresh.db.manager.countBy(ApiKey, { accountId })).to.equal(limit);
    });
  }

  it('allows another key after a key is revoked and stops working, or after the limit is raised', async () => {
    const { accountId, keyId, apiKey } = await buildAccount(fresh.db, { plan: 'free' });
    expect(await failureOf(create(accountId))).to.include({ code: 'LIMIT_REACHED' });
    expect(await revokeKey(fresh.db.manager, keyId)).to.equal(true);
    expect(await authenticateKey(fresh.db, apiKey)).to.equal(null);
    await create(accountId);
    expect(await failureOf(create(accountId))).to.include({ code: 'LIMIT_REACHED' });
    await raiseLimit(fresh.db.manager, accountId, 'api_keys', 2);
    await create(accountId);
  });

  it('throws NOT_FOUND for an account that does not exist', async () => {
    expect(await failureOf(create('acc_none'))).to.include({ code: 'NOT_FOUND' });
  });

  it('refuses a negative spending cap', async () => {
    const { accountId } = await buildAccount(fresh.db);
    const { message } = await failureOf(create(accountId, { monthlyCap: -1 }));
    expect(message).to.include('api_key_cap');
  });
});
