import { expect } from 'chai';
import { cancelGeneration } from '../../domain/generations/cancel-generation.js';
import type { UsageBody } from '../../domain/contract/usage.js';
import { signedIn } from '../support/person.js';
import { apiSuite, type Customer } from './suite.js';

interface UsageList {
  data: UsageBody[];
  next_cursor: string | null;
}

describe('GET /v1/usage', () => {
  const suite = apiSuite();
  let customer: Customer;
  const today = new Date().toISOString().slice(0, 10);
  beforeEach(async () => {
    customer = await suite.customer({ credits: 1_000, raised: { concurrent_jobs: 100 } });
  });

  const usage = async (query = '') => {
    const { status, text, body } = await customer.client.get<UsageList>(`/v1/usage${query}`);
    expect(status, text).to.equal(200);
    return body;
  };
  const rows = async (query = '') =>
    (await usage(query)).data.map(({ day, group, generations, credits }) => [
      day,
      group,
      generations,
      credits,
    ]);
  /** Moves the usage of a generation to another day. */
  const moveTo = (id: string, day: string) =>
    suite.db.query('UPDATE hold SET created_at = $2 WHERE ref_id = $1', [id, `${day}T23:59:59.9Z`]);

  it('is empty for an account without usage', async () => {
    expect(await usage()).to.deep.equal({ object: 'list', data: [], next_cursor: null });
  });

  it('counts held and spent credits but not refunds, and includes deleted generations', async () => {
    const done = await suite.queued(customer);
    await suite.complete(done);
    const cancelled = await suite.queued(customer);
    const claim = { accountId: customer.accountId, key: 'usage', fingerprint: '' };
    await cancelGeneration(suite.api.deps, cancelled, claim);
    await suite.queued(customer);
    const expected = [[today, 'image', 3, 4]];
    expect(await rows('?group_by=type')).to.deep.equal(expected);
    await customer.client.call('DELETE', `/v1/generations/${done}`);
    expect(await rows('?group_by=type')).to.deep.equal(expected);
    expect(await rows()).to.deep.equal([[today, 'service-image', 3, 4]]);
  });

  it('returns sums by UTC day within the requested range, newest first, in pages', async () => {
    const ids = [await suite.queued(customer), await suite.queued(customer)];
    await moveTo(ids[0] ?? '', '2026-02-28');
    await moveTo(ids[1] ?? '', '2026-03-01');
    const [first, second] = [
      ['2026-03-01', 'image', 1, 2],
      ['2026-02-28', 'image', 1, 2],
    ];
    const by = 'group_by=type';
    const both = `?from=2026-02-28&to=2026-03-01&${by}`;
    expect(await rows(both)).to.deep.equal([first, second]);
    expect(await rows(`?from=2026-02-28&to=2026-02-28&${by}`)).to.deep.equal([second]);
    expect(await rows(`?from=2026-03-01&to=2026-03-02&${by}`)).to.deep.equal([first]);
    const page = await usage(`${both}&limit=1`);
    expect(page.data).to.have.length(1);
    expect(await rows(`${both}&limit=1&cursor=${page.next_cursor}`)).to.deep.equal([second]);
  });

  it('returns sums by key and member, and lists the dashboard as a key', async () => {
    const person = await signedIn(suite.db, suite.api.url, customer);
    await suite.queued(customer);
    const body = { prompt: 'a fox' };
    const made = await person.call('POST', '/app/api/images', { body });
    expect(made.status, made.text).to.equal(202);
    const { data } = await usage('?group_by=key');
    expect(data.map(({ name }) => name)).to.include('Dashboard');
    expect(data.map(({ group }) => group)).to.include(customer.keyId);
    expect(data.map(({ credits }) => credits)).to.deep.equal([2, 2]);
    expect(await rows('?group_by=member')).to.deep.equal([[today, null, 2, 4]]);
  });

  it('never shows the usage of another account', async () => {
    await suite.queued(await suite.customer());
    expect((await usage()).data).to.deep.equal([]);
  });

  for (const query of [
    'from=2026-02-30',
    'to=2026-13-01',
    'from=today',
    'from=2026-03-02&to=2026-03-01',
    'from=2024-01-01&to=2026-01-01',
    'group_by=prompt',
    'cursor=abc',
  ]) {
    it(`rejects ${query}`, async () => {
      const { status, text } = await customer.client.refused('GET', `/v1/usage?${query}`);
      expect(status, text).to.equal(400);
    });
  }
});
