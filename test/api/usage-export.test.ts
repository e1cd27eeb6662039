import { expect } from 'chai';
import { createId } from '../../domain/contract/ids.js';
import { apiSuite, type Customer } from './suite.js';

describe('GET /v1/usage/export', () => {
  const suite = apiSuite();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 1_000, raised: { concurrent_jobs: 100 } });
  });

  const lines = async (query = '', by = customer) => {
    const answer = await by.client.get<unknown>(`/v1/usage/export${query}`);
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    return answer.text.replace('\uFEFF', '').split('\r\n');
  };
  const create = async (metadata: object) => {
    const answer = await customer.client.image({ prompt: 'a fox', metadata });
    expect(answer.status, answer.text).to.equal(202);
    return answer.body;
  };

  it('has one line per generation of the account, newest first, with its metadata', async () => {
    const first = await create({ order: '42', note: 'say "hi", now' });
    const second = await create({});
    await suite.complete(first.id);
    const stranger = await suite.customer();
    await suite.queued(stranger);
    expect(await lines()).to.deep.equal([
      'id,created_at,type,model,status,key_id,credits,refunded_credits,metadata',
      `"${second.id}","${new Date(second.created_at).toISOString()}","image","${second.model}","queued","${customer.keyId}",${second.credits},0,"{}"`,
      `"${first.id}","${new Date(first.created_at).toISOString()}","image","${first.model}","completed","${customer.keyId}",${first.credits},0,"{""note"":""say \\""hi\\"", now"",""order"":""42""}"`,
      '',
    ]);
  });

  it('includes posts only for callers with the scope for posts', async () => {
    const { id } = await create({});
    const post = createId('pst');
    await suite.db.query(
      `INSERT INTO social_post (id, account_id, key_id, character_id, platforms, generation_ids,
         due_at, settings, media, sources, status, credits, created_at, settled_at)
       VALUES ($1, $2, 'key', 'c', '{threads}', '{}', now(), '{}', 'images', '[]', 'failed', 0,
         now(), now())`,
      [post, customer.accountId],
    );
    const idsFor = async (by: Customer) =>
      (await lines('', by)).slice(1, -1).map((line) => line.split('"')[1]);
    expect(await idsFor(customer)).to.deep.equal([post, id]);
    const reader = await suite.key(customer.accountId, { scopes: ['read'] });
    const limited = { ...customer, client: suite.client(reader.apiKey) };
    expect(await idsFor(limited)).to.deep.equal([id]);
    await suite.db.query('DELETE FROM social_post WHERE id = $1', [post]);
  });

  it('returns each of thousands of lines in the period once, read in batches', async () => {
    await suite.db.query(
      `INSERT INTO generation (id, account_id, key_id, type, model, status, credits, request,
         created_at, completed_at)
       SELECT 'gen_' || md5($1 || n), $1, 'key', 'image', '=1+1', 'completed', 0, '{}',
         '2026-01-31T23:59:59.999Z'::timestamptz - (n / 2) * interval '1 hour', now()
       FROM generate_series(0, 2999) n`,
      [customer.accountId],
    );
    const found = (await lines('?from=2025-12-01&to=2026-01-31')).slice(1, -1);
    await suite.db.query('DELETE FROM generation WHERE account_id = $1 AND credits = 0', [
      customer.accountId,
    ]);
    expect(found).to.have.length(62 * 48);
    expect(new Set(found).size).to.equal(found.length);
    expect(found[0]).to.include(`"'=1+1"`);
    const times = found.map((line) => line.split(',')[1] ?? '');
    expect(times).to.deep.equal(times.toSorted().toReversed());
  });

  it('refuses invalid days before it sends anything', async () => {
    for (const query of ['?from=2026-02-30', '?from=2020-01-01', '?from=x', '?group_by=key']) {
      const answer = await customer.client.refused('GET', `/v1/usage/export${query}`);
      expect([answer.status, answer.body.error.code], query).to.deep.equal([
        400,
        'VALIDATION_ERROR',
      ]);
    }
  });
});
