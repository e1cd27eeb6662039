import { expect } from 'chai';
import { endRequest, openRequest } from '../../domain/durable/unkeyed-requests.js';
import { pruneRequests } from '../../domain/durable/prune-requests.js';
import { createId } from '../../domain/contract/ids.js';
import { freshDatabase } from '../entities/fresh-database.js';

describe('requests without an idempotency key', () => {
  const fresh = freshDatabase();
  let fingerprint: string;
  beforeEach(() => {
    fingerprint = createId('req');
  });

  const open = async (attempt: number, accountId = 'acc_1') => {
    const request = { id: createId('req'), accountId, fingerprint, attempt };
    return openRequest(fresh.db, request);
  };
  const age = (id: string, by: string) =>
    fresh.db.query('UPDATE unkeyed_request SET touched_at = now() - $2::interval WHERE id = $1', [
      id,
      by,
    ]);

  it('are adopted one per retry: first requests whose response was lost, then requests that failed', async () => {
    const [waiting, sent, failed, lost] = [
      await open(0),
      await open(0),
      await open(0),
      await open(0),
    ];
    await endRequest(fresh.db.manager, sent, 'sent');
    await endRequest(fresh.db.manager, failed, 'failed');
    await endRequest(fresh.db.manager, lost, 'lost');
    const adopted = [];
    for (let retry = 0; retry < 4; retry += 1) adopted.push((await open(1)).id);
    expect(adopted).to.deep.equal([lost.id, failed.id, sent.id, waiting.id]);
    expect(adopted).not.to.include((await open(1)).id);
  });

  it('are adopted by the client without a response, if its last attempt failed before it had a row', async () => {
    const [mine, other] = [await open(0), await open(0)];
    await endRequest(fresh.db.manager, other, 'lost');
    const answered = await open(1);
    await endRequest(fresh.db.manager, answered, 'sent');
    await endRequest(fresh.db.manager, mine, 'lost');
    expect(answered.id).to.equal(other.id);
    expect((await open(2)).id).to.equal(mine.id);
  });

  it('are never shared by concurrent retries', async () => {
    const rows = await Promise.all(Array.from({ length: 20 }, () => open(0)));
    const adopted = await Promise.all(Array.from({ length: 20 }, () => open(1)));
    expect(new Set(adopted.map(({ id }) => id))).to.deep.equal(new Set(rows.map(({ id }) => id)));
  });

  it('can be adopted by one retry after another, and only the latest retry can end them', async () => {
    const first = await open(0);
    const second = await open(1);
    await endRequest(fresh.db.manager, first, 'sent');
    const third = await open(2);
    expect([second.id, third.id]).to.deep.equal([first.id, first.id]);
    const [row] = await fresh.db.query('SELECT delivery FROM unkeyed_request WHERE id = $1', [
      first.id,
    ]);
    expect(row).to.deep.equal({ delivery: 'open' });
  });

  it('are adopted neither by first attempts nor by retries of another account', async () => {
    const { id } = await open(0);
    const others = [await open(0), await open(1, 'acc_2')];
    expect(others.map((row) => row.id)).not.to.include(id);
  });

  it('can be adopted for an hour, or for 2 minutes after the response was sent', async () => {
    const sent = await open(0);
    await endRequest(fresh.db.manager, sent, 'sent');
    await age(sent.id, '3 minutes');
    expect((await open(1)).id).not.to.equal(sent.id);
    const lost = await open(3);
    await endRequest(fresh.db.manager, lost, 'lost');
    await age(lost.id, '59 minutes');
    expect((await open(4)).id).to.equal(lost.id);
    await age(lost.id, '61 minutes');
    expect((await open(5)).id).not.to.equal(lost.id);
  });

  it('are removed when retries can no longer adopt them', async () => {
    const [old, young] = [await open(0), await open(0)];
    await age(old.id, '61 minutes');
    await pruneRequests(fresh.db);
    const left = await fresh.db.query('SELECT id FROM unkeyed_request WHERE id = ANY($1)', [
      [old.id, young.id],
    ]);
    expect(left).to.deep.equal([{ id: young.id }]);
  });
});
