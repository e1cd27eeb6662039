import { expect } from 'chai';
import { computeUploadExpiry } from '../../domain/catalogue/upload-limits.js';
import { countUpload, computeSecondsToMidnight } from '../../domain/uploads/upload-allowance.js';
import { PLANS } from '../../domain/catalogue/plans.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { apiSuite } from '../api/suite.js';
import { failureOf } from '../support/failure.js';

const at = (text: string) => new Date(text);

describe('upload allowance and expiry over time', () => {
  const suite = apiSuite();

  it('count Retry-After until 00:00 UTC, across months and leap days, and it is never 0', () => {
    expect(computeSecondsToMidnight(at('2028-02-28T00:00:00.000Z'))).to.equal(86_400);
    expect(computeSecondsToMidnight(at('2028-02-29T23:59:00.000Z'))).to.equal(60);
    expect(computeSecondsToMidnight(at('2027-12-31T23:59:59.001Z'))).to.equal(1);
    expect(computeSecondsToMidnight(at('2027-12-31T23:59:59.999Z'))).to.equal(1);
  });

  it('keep an upload for exactly seven days, even across a change to summer time', () => {
    expect(computeUploadExpiry(at('2027-03-25T12:00:00.123Z'))).to.deep.equal(
      at('2027-04-01T12:00:00.123Z'),
    );
  });

  it('refuse in the last millisecond of a UTC day, and allow uploads again in the first millisecond of the next day', async () => {
    const { accountId } = await suite.customer({ plan: 'free' });
    const count = (now: string, files = 1, bytes = 0) =>
      countUpload(suite.db.manager, accountId, PLANS.free, { files, bytes }, at(now));
    await count('2027-06-01T00:00:00.000Z', 50, 1_000_000_000);
    const refusal = await failureOf(count('2027-06-01T23:59:59.999Z'));
    expect(refusal).to.be.instanceOf(Refusal);
    expect((refusal as Refusal).headers).to.deep.equal({ 'Retry-After': '1' });
    await count('2027-06-02T00:00:00.000Z', 50, 1_000_000_000);
    const rows = await suite.db.query(
      'SELECT day::text, files, bytes::int FROM daily_usage WHERE account_id = $1 ORDER BY day',
      [accountId],
    );
    expect(rows).to.deep.equal([
      { day: '2027-06-01', files: 50, bytes: 1_000_000_000 },
      { day: '2027-06-02', files: 50, bytes: 1_000_000_000 },
    ]);
  });

  it('refuse a file larger than the whole allowance even as the first upload of a day', async () => {
    const { accountId } = await suite.customer({ plan: 'free' });
    const usage = { files: 0, bytes: 1_000_000_001 };
    const refusal = await countUpload(suite.db.manager, accountId, PLANS.free, usage).catch(
      (error: unknown) => error,
    );
    expect(refusal).to.be.instanceOf(Refusal);
    const rows = await suite.db.query('SELECT 1 FROM daily_usage WHERE account_id = $1', [
      accountId,
    ]);
    expect(rows).to.deep.equal([]);
  });
});
