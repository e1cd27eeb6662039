import { expect } from 'chai';
import { RefusalRecorder } from '../../api/middleware/record-refusals.js';
import { pruneRefused, type RefusedRecord } from '../../domain/durable/request-records.js';
import { until } from '../support/until.js';
import { apiSuite } from '../api/suite.js';
import { DEAF } from '../architecture/route-samples.js';
import { freshDatabase } from '../entities/fresh-database.js';
import { KeptLog } from '../support/log-lines.js';
import { createId } from '../../domain/contract/ids.js';
import { adminJson, type Refused } from './run-command.js';

interface Shown {
  readonly request_id: string;
  readonly account_id: string;
  readonly key_id: string | null;
  readonly operation: string | null;
  readonly status: number;
  readonly code: string | null;
  readonly answer_id: string | null;
}

const show = async (id: string): Promise<Shown> =>
  (await adminJson<Shown>(['request', 'show', id])).json;
const idOf = ({ headers }: { headers: Headers }): string => headers.get('x-request-id') ?? '';

describe('admin request show', () => {
  const suite = apiSuite({ env: { WEBHOOK_ALLOW: DEAF } });

  it('finds, by the id of a request, everything that the request created', async () => {
    const customer = await suite.customer();
    const created = await customer.client.image({ prompt: 'a marker-prompt fox' });
    const shown = await show(idOf(created));
    expect(shown).to.deep.include({
      request_id: idOf(created),
      account_id: customer.accountId,
      status: 202,
      answer_id: created.body.id,
    });
    expect(JSON.stringify(shown)).not.to.include('marker');
  });

  it('hides a response that contains a secret', async () => {
    const customer = await suite.customer();
    const url = `${DEAF}/marker-hook`;
    const webhook = await customer.client.call('POST', '/v1/webhooks', { body: { url } });
    expect(webhook.status, webhook.text).to.equal(201);
    const shown = await show(idOf(webhook));
    expect(shown).to.deep.include({ account_id: customer.accountId, answer_id: null });
    expect(JSON.stringify(shown)).not.to.include('marker');
  });

  it('finds the account, key, operation and code of an error by its request id', async () => {
    const { client, accountId, keyId } = await suite.customer({ credits: 0 });
    const refused = await client.refused('POST', '/v1/images', {
      body: { prompt: 'a marker-prompt fox' },
    });
    expect(refused.status).to.equal(402);
    const id = refused.body.error.request_id;
    await until('the second refusal is recorded', async () => {
      const rows: unknown[] = await suite.db.query('SELECT 1 FROM refused_request WHERE id = $1', [
        id,
      ]);
      return rows.length === 1;
    });
    expect(await show(id)).to.deep.include({
      account_id: accountId,
      key_id: keyId,
      operation: 'createImage',
      status: 402,
      code: 'INSUFFICIENT_CREDITS',
    });
  });

  it('refers to the log of the API for an unknown request id', async () => {
    const { code, json } = await adminJson<Refused>(['request', 'show', 'req_none']);
    expect([code, json.error.code]).to.deep.equal([1, 'NOT_FOUND']);
    expect(json.error.message).to.include('the log of the API');
  });
});

describe('records of refused requests', () => {
  const fresh = freshDatabase();
  const record = (): RefusedRecord => ({
    id: createId('req'),
    accountId: 'acc_1',
    keyId: 'key_1',
    operation: 'createImage',
    status: 402,
    code: 'INSUFFICIENT_CREDITS',
    ms: 3,
  });
  const count = async (): Promise<number> => {
    const [row] = await fresh.db.query('SELECT count(*)::int AS n FROM refused_request');
    return row.n;
  };

  it('stay within a limit for any number of refusals', async () => {
    const recorder = new RefusalRecorder(fresh.db, new KeptLog().log);
    const now = Date.now() + 1_000;
    for (let n = 0; n < 10_000; n += 1) recorder.note(record(), now);
    await recorder.flush();
    expect(await count()).to.equal(300);
    for (let n = 0; n < 100; n += 1) recorder.note(record(), now + 2_000);
    await recorder.flush();
    expect(await count(), 'five more for each second').to.equal(310);
  });

  it('are dropped while the database is down, with a log line', async () => {
    const kept = new KeptLog();
    const away = { isInitialized: true, query: () => Promise.reject(new Error('away')) };
    const recorder = new RefusalRecorder(away as never, kept.log);
    recorder.note(record());
    await recorder.flush();
    expect(kept.lines.map(({ msg }) => msg)).to.deep.equal(['refused requests were not recorded']);
  });

  it('are deleted after seven days', async () => {
    const before = await count();
    await fresh.db.query(
      `UPDATE refused_request SET created_at = now() - interval '8 days'
       WHERE id IN (SELECT id FROM refused_request LIMIT 10)`,
    );
    expect(await pruneRefused(fresh.db.manager)).to.equal(10);
    expect(await count()).to.equal(before - 10);
  });
});
