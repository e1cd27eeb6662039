import { expect } from 'chai';
import type { Temporal } from '../../runtime/temporal.js';
import type { Answer } from '../support/client.js';
import { blackPng } from '../media/inspection/made.js';
import type { Customer } from './suite.js';
import { dataUrl } from '../support/data-url.js';
import { errorOf, uploadSuite } from './uploads-rig.js';

const GB = 1_000_000_000;
const png = blackPng(64);

/** Start of the test in Unix milliseconds. */
let began = 0;

/** Expects 429 with the seconds until 00:00 UTC, counted from a moment since the test began. */
function expectUsedUp(answer: Answer<unknown>): void {
  expect(answer.status, answer.text).to.equal(429);
  expect(errorOf(answer).code).to.equal('RATE_LIMITED');
  expect(answer.text).to.include('UPLOAD_ALLOWANCE');
  const now = new Date();
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  const [least, most] = [now.getTime(), began].map((at) => (midnight - at) / 1_000);
  expect(Number(answer.headers.get('retry-after'))).to.be.within(
    Math.floor(least ?? 0),
    Math.ceil(most ?? 0),
  );
}

describe('the daily upload allowance', () => {
  const suite = uploadSuite();
  beforeEach(() => {
    began = Date.now();
  });

  /** Creates a Free account, which may upload 50 files and 1 GB a day, and uses some of its allowance. */
  async function free(used = { files: 0, bytes: 0 }): Promise<Customer> {
    const customer = await suite.customer({ plan: 'free', raised: { requests_per_minute: 5_000 } });
    await suite.db.query(
      `INSERT INTO daily_usage (account_id, day, files, bytes)
       VALUES ($1, (now() AT TIME ZONE 'utc')::date, $2, $3)`,
      [customer.accountId, used.files, used.bytes],
    );
    return customer;
  }

  it('accepts exactly 50 of 200 concurrent uploads when 50 are left, and returns 429 to the others', async () => {
    const customer = await free();
    const create = () => suite.create(customer, { content_type: 'image/png' });
    const answers = await Promise.all(Array.from({ length: 200 }, create));
    const passed = answers.filter(({ status }) => status === 201);
    expect(passed).to.have.length(50);
    for (const answer of answers.filter((one) => !passed.includes(one))) expectUsedUp(answer);
    expect(await suite.counted(customer)).to.deep.equal({ files: 50, bytes: 0 });
    const [row] = await suite.db.query(
      'SELECT count(*)::int AS n FROM upload WHERE account_id = $1',
      [customer.accountId],
    );
    expect(row.n, 'rows').to.equal(50);
  });

  it('leaves the Idempotency-Key of a refused upload unused, so that it works the next day', async () => {
    const customer = await free({ files: 50, bytes: 0 });
    const ask = () => suite.create(customer, { data: dataUrl(png) }, { idem: 'tomorrow' });
    expectUsedUp(await ask());
    expectUsedUp(await ask());
    await suite.db.query('UPDATE daily_usage SET day = day - 1 WHERE account_id = $1', [
      customer.accountId,
    ]);
    expect((await ask()).status).to.equal(201);
  });

  it('refuses an import that exceeds it with RATE_LIMITED, and stores nothing', async () => {
    const customer = await free({ files: 0, bytes: GB - png.length + 1 });
    for (const body of [{ data: dataUrl(png) }, { url: suite.publish(png) }]) {
      expectUsedUp(await suite.create(customer, body));
    }
    // The file counts before it is fetched. The bytes count as they arrive, and exceed the allowance.
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: GB - png.length + 1 });
    expect(await suite.kept(customer)).to.deep.equal([]);
  });

  it('accepts exactly 5 of 12 concurrent imports when 5 files are left, and stores only these', async () => {
    const customer = await free({ files: 45, bytes: 0 });
    const create = () => suite.create(customer, { data: dataUrl(png) });
    const answers = await Promise.all(Array.from({ length: 12 }, create));
    const passed = answers.filter(({ status }) => status === 201);
    expect(passed).to.have.length(5);
    for (const answer of answers.filter((one) => !passed.includes(one))) expectUsedUp(answer);
    expect(await suite.counted(customer)).to.deep.equal({ files: 50, bytes: 5 * png.length });
    const rows = 'SELECT count(*)::int AS n FROM upload WHERE account_id = $1';
    expect((await suite.db.query(rows, [customer.accountId]))[0].n, 'rows').to.equal(5);
  });

  it('counts a failed import as a file: three failures leave 47 of 50', async () => {
    const customer = await free();
    suite.publish(png);
    const failures = [
      { url: 'https://10.0.0.1/private.png' },
      { url: suite.publish(Buffer.from('<html>')) },
      { data: dataUrl(Buffer.from('just a text')) },
    ];
    for (const body of failures) {
      const refused = await suite.create(customer, body);
      expect(refused.status, refused.text).to.equal(400);
    }
    expect(await suite.counted(customer)).to.include({ files: 3 });
    const create = () => suite.create(customer, { content_type: 'image/png' });
    const answers = await Promise.all(Array.from({ length: 50 }, create));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(47);
    expectUsedUp(await suite.create(customer, { url: 'https://10.0.0.1/private.png' }));
  });

  it('prevents any fetch when no files or no bytes are left', async () => {
    for (const used of [
      { files: 50, bytes: 0 },
      { files: 0, bytes: GB },
    ]) {
      const customer = await free(used);
      const url = suite.publish(png);
      const visits = suite.site.visits.length;
      expectUsedUp(await suite.create(customer, { url }));
      expectUsedUp(await customer.client.image({ scene_image: url }));
      expect(suite.site.visits.length).to.equal(visits);
      expect(await suite.counted(customer)).to.deep.equal(used);
    }
  });

  it('rejects and deletes a signed file that exceeds it, and accepts a file that uses it up exactly', async () => {
    const customer = await free({ files: 0, bytes: GB - png.length });
    const [fits, over] = [await suite.signed(customer), await suite.signed(customer)];
    await suite.put(fits, png);
    expect((await suite.read(customer, fits.id)).body.status).to.equal('ready');
    await suite.put(over, png);
    expectUsedUp(await suite.read(customer, over.id));
    expect(await suite.keys(`staging/${over.id}/`)).to.deep.equal([]);
    expect(await suite.keys(`uploads/${over.id}/`)).to.deep.equal([]);
    expect(await suite.counted(customer)).to.deep.equal({ files: 2, bytes: GB });
    const again = await suite.read(customer, over.id);
    expect(again.status, 'deleted, so there is no file').to.equal(400);
  });
});

describe('signed uploads without a worker', () => {
  const DEADLINE_MS = 1_000;
  const suite = uploadSuite({
    workers: null,
    change: (deps) => {
      const finalise: Temporal['finalise'] = (start, version) =>
        deps.temporal.finalise(start, version, DEADLINE_MS);
      return { ...deps, temporal: { ...deps.temporal, finalise } };
    },
  });

  it('can be created, but a GET returns 503 with Retry-After instead of waiting forever', async () => {
    const customer = await suite.customer();
    const upload = await suite.signed(customer);
    await suite.put(upload, png);
    const asked = performance.now();
    const answer = await suite.read(customer, upload.id);
    // The test uses a shorter deadline than production, where the deadline is 20 s.
    expect(performance.now() - asked).to.be.within(DEADLINE_MS, DEADLINE_MS * 15);
    expect(answer.status, answer.text).to.equal(503);
    expect(errorOf(answer).code).to.equal('UNAVAILABLE');
    expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 60);
  });
});
