import { expect } from 'chai';
import { blackPng } from '../media/inspection/made.js';
import type { Customer } from './suite.js';
import { dataUrl } from '../support/data-url.js';
import { errorOf, uploadSuite } from './uploads-rig.js';

const NOTHING = { files: 0, bytes: 0 };

describe('POST /v1/uploads with a URL of this service', () => {
  const suite = uploadSuite();
  const png = blackPng(64);

  /** Finishes an image of a customer. @returns the URL of its output */
  async function output(customer: Customer): Promise<string> {
    const made = await customer.client.image({ prompt: 'a red fox', aspect_ratio: '1:1' });
    return (await suite.finished(customer, made.body.id)).result?.url ?? '';
  }

  it("returns the account's own upload with the same id, without counting or storing it", async () => {
    const customer = await suite.customer();
    const upload = await suite.inline(customer, png);
    const visits = suite.site.visits.length;
    const again = await suite.create(customer, { url: upload.url });
    expect(again.status, again.text).to.equal(201);
    expect(again.body).to.deep.equal(upload);
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: png.length });
    expect(await suite.keys(`uploads/${upload.id}/`)).to.have.length(1);
    expect(suite.site.visits.length).to.equal(visits);
  });

  it('copies an output to a separate upload that is kept after the output is deleted, and never counts it', async () => {
    const customer = await suite.customer();
    const url = await output(customer);
    const first = await suite.create(customer, { url });
    expect(first.status, first.text).to.equal(201);
    expect(first.body).to.include({ kind: 'image', content_type: 'image/webp', status: 'ready' });
    const bytes = await suite.servedBytes(url);
    expect(first.body.size).to.equal(bytes.length);
    const id = /gen_[0-9a-f]{32}/.exec(url)?.[0];
    expect((await customer.client.call('DELETE', `/v1/generations/${id}`)).status).to.equal(200);
    expect((await suite.servedBytes(first.body.url)).equals(bytes)).to.equal(true);
    expect((await customer.client.image({ scene_image: first.body.id })).status).to.equal(202);
    expect(await suite.counted(customer)).to.deep.equal(NOTHING);
  });

  it('copies an output once for any number of requests, even if they are concurrent', async () => {
    const customer = await suite.customer();
    const url = await output(customer);
    const ask = () => suite.create(customer, { url });
    const answers = [...(await Promise.all([ask(), ask(), ask()])), await ask()];
    expect(new Set(answers.map(({ body }) => body.id)).size, answers[0]?.text).to.equal(1);
    expect(await suite.keys(`uploads/${answers[0]?.body.id}/`)).to.have.length(1);
    const [row] = await suite.db.query(
      'SELECT count(*)::int AS n FROM upload WHERE account_id = $1',
      [customer.accountId],
    );
    expect(row.n).to.equal(1);
  });

  it("copies another account's upload, and keeps the copy after that upload is deleted", async () => {
    const [owner, customer] = [await suite.customer(), await suite.customer()];
    const theirs = await suite.inline(owner, png);
    const mine = await suite.create(customer, { url: theirs.url });
    expect(mine.status, mine.text).to.equal(201);
    expect(mine.body.id).not.to.equal(theirs.id);
    await suite.db.query('UPDATE upload SET expires_at = now() WHERE id = $1', [theirs.id]);
    expect((await suite.servedBytes(mine.body.url)).equals(png)).to.equal(true);
    expect(await suite.counted(customer)).to.deep.equal(NOTHING);
    expect((await suite.read(owner, mine.body.id)).status).to.equal(404);
  });

  it('adds the upload to the given box', async () => {
    const customer = await suite.customer();
    const { url, id } = await suite.inline(customer, png);
    const boxes = [await suite.box(customer), await suite.box(customer)];
    for (const { id: box_id } of boxes) {
      const answer = await suite.create(customer, { url, box_id });
      expect(answer.body).to.include({ id, box_id });
      const listed = await customer.client.get<{ data: { id: string }[] }>(
        `/v1/uploads?box_id=${box_id}`,
      );
      expect(listed.body.data.map((one) => one.id)).to.deep.equal([id]);
    }
    expect((await suite.create(customer, { url })).body.box_id).to.equal(boxes[1]?.id);
  });

  it('works when the daily allowance is used up', async () => {
    const customer = await suite.customer({ plan: 'free' });
    const { url } = await suite.inline(customer, png);
    await suite.db.query('UPDATE daily_usage SET files = 50 WHERE account_id = $1', [
      customer.accountId,
    ]);
    expect((await suite.create(customer, { url })).status).to.equal(201);
    expect((await suite.create(customer, { data: dataUrl(png) })).status).to.equal(429);
  });

  it('returns NOT_FOUND with the field for a URL without a file, and does not fetch it', async () => {
    const customer = await suite.customer();
    const { mediaUrl } = suite.api.deps;
    const expired = await suite.inline(customer, png);
    await suite.db.query('UPDATE upload SET expires_at = now() WHERE id = $1', [expired.id]);
    const { id } = await suite.signed(customer);
    const missing = `outputs/gen_${'0'.repeat(32)}/${'a'.repeat(32)}.webp`;
    const staged = await suite.stagingKey(id);
    for (const url of [expired.url, mediaUrl(missing), mediaUrl(staged), mediaUrl('work/x/1')]) {
      const answer = await suite.create(customer, { url });
      expect(answer.status, url).to.equal(404);
      expect(errorOf(answer).code).to.equal('NOT_FOUND');
      expect(errorOf(answer).message).to.match(/^url: /);
      expect(answer.text).to.include('"details":{"field":"url"}');
    }
    expect(await suite.counted(customer)).to.deep.equal({ files: 2, bytes: png.length });
  });
});
