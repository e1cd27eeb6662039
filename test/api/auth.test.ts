import { expect } from 'chai';
import type { AccountBody } from '../../domain/contract/account.js';
import { createApiKey } from '../../domain/contract/create-api-key.js';
import { addMember } from '../../domain/accounts/add-member.js';
import { revokeKey } from '../../domain/accounts/mark-key-revoked.js';
import { resumeAccount, suspendAccount } from '../../domain/accounts/suspend-account.js';
import { createId } from '../../domain/contract/ids.js';
import { apiSuite } from './suite.js';

describe('authentication', () => {
  const suite = apiSuite();

  it('returns the same 401 for a missing, malformed, unknown or revoked key, and stores nothing', async () => {
    const customer = await suite.customer();
    const revoked = await suite.key(customer.accountId);
    await revokeKey(suite.db.manager, revoked.keyId);
    const { apiKey } = customer;
    const headers: Record<string, string>[] = [
      {},
      { Authorization: '' },
      { Authorization: 'Bearer' },
      { Authorization: `Basic ${btoa(`${apiKey}:`)}` },
      { Authorization: apiKey },
      { Authorization: `Bearer ${apiKey} x` },
      { Authorization: `Bearer ${apiKey.slice(0, -1)}` },
      { Authorization: `Bearer ${apiKey.toUpperCase()}` },
      { Authorization: `Bearer ${'x'.repeat(5_000)}` },
      { Authorization: `Bearer ${createApiKey()}` },
      { Authorization: `Bearer ${revoked.apiKey}` },
      { 'X-Api-Key': apiKey },
    ];
    const anonymous = suite.client(null);
    await suite.leavesNothing(customer.accountId, async () => {
      const seen = new Set<string>();
      for (const given of headers) {
        const answer = await anonymous.refused('POST', '/v1/images', {
          headers: given,
          body: { prompt: 'a red fox' },
        });
        expect(answer.status, JSON.stringify(given)).to.equal(401);
        expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
        expect(answer.headers.get('x-ratelimit-limit')).to.match(/^\d+$/);
        expect(answer.body.error.code).to.equal('UNAUTHORIZED');
        seen.add(answer.text.replace(/req_[0-9a-f]{32}/, 'req_…'));
      }
      expect([...seen]).to.have.length(1);
    });
  });

  it('never accepts a key from the URL', async () => {
    const { apiKey } = await suite.customer();
    const answer = await suite.client(null).refused('GET', `/v1/account?api_key=${apiKey}`);
    expect(answer.status).to.equal(401);
  });

  it('accepts the scheme in upper or lower case (RFC 9110, 11.1)', async () => {
    const { apiKey } = await suite.customer();
    const client = suite.client(null);
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { Authorization: `${scheme} ${apiKey}` };
      expect((await client.call('GET', '/v1/account', { headers })).status).to.equal(200);
    }
  });

  it('refuses a suspended account with 403 until it is resumed', async () => {
    const { accountId, client } = await suite.customer();
    const id = await suite.queued({ accountId, client, apiKey: '', keyId: '' });
    await suspendAccount(suite.db.manager, accountId);
    await suite.leavesNothing(accountId, async () => {
      const answers = [
        await client.refused('GET', '/v1/account'),
        await client.refused('GET', `/v1/generations/${id}`),
        await client.refused('POST', '/v1/images', { body: { prompt: 'a red fox' } }),
      ];
      for (const { status, body } of answers) {
        expect(status).to.equal(403);
        expect(body.error.code).to.equal('ACCOUNT_SUSPENDED');
      }
    });
    await resumeAccount(suite.db.manager, accountId);
    expect((await client.get('/v1/account')).status).to.equal(200);
  });

  it('refuses a key that lacks the scope with 403 and names the scope', async () => {
    const cases = [
      ['read', 'POST', '/v1/images', 'generate'],
      ['generate', 'GET', '/v1/account', 'read'],
      ['social', 'POST', '/v1/quote', 'read'],
      ['webhooks', 'DELETE', `/v1/generations/${createId('gen')}`, 'generate'],
    ] as const;
    const customer = await suite.customer();
    for (const [given, method, path, needed] of cases) {
      const { apiKey } = await suite.key(customer.accountId, { scopes: [given] });
      const answer = await suite.leavesNothing(customer.accountId, () =>
        suite.client(apiKey).refused(method, path, {
          ...(method === 'POST' && { body: { type: 'image', prompt: 'a red fox' } }),
        }),
      );
      expect(answer.status, answer.text).to.equal(403);
      expect(answer.body.error.code).to.equal('FORBIDDEN');
      expect(answer.body.error.details).to.deep.equal({ required_scope: needed, scopes: [given] });
    }
  });

  it("lets a team member's key spend the owner's credits under the owner's plan", async () => {
    const owner = await suite.customer({ plan: 'influencer', credits: 50 });
    const memberId = createId('mem');
    await addMember(suite.db.manager, { id: memberId, accountId: owner.accountId, name: 'Ada' });
    const { apiKey } = await suite.key(owner.accountId, { memberId });
    const member = suite.client(apiKey);
    const created = await member.image({ prompt: 'a red fox' });
    expect(created.status, created.text).to.equal(202);

    const seen = await member.get<AccountBody>('/v1/account');
    expect(seen.body.team_billing).to.equal(true);
    expect(seen.body.plan).to.equal('influencer');
    expect(seen.body.credits.total).to.equal(48);
    const own = await owner.client.get<AccountBody>('/v1/account');
    expect(own.body.team_billing).to.equal(false);
    expect(own.body.credits.total).to.equal(48);
    expect((await owner.client.get(`/v1/generations/${created.body.id}`)).status).to.equal(200);
  });

  it("rejects a revoked key immediately, and still accepts the account's other keys", async () => {
    const customer = await suite.customer();
    const other = await suite.key(customer.accountId);
    await revokeKey(suite.db.manager, customer.keyId);
    expect((await customer.client.get('/v1/account')).status).to.equal(401);
    expect((await suite.client(other.apiKey).get('/v1/account')).status).to.equal(200);
  });
});
