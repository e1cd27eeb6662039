import { expect } from 'chai';
import type { UploadBody } from '../../domain/contract/upload.js';
import { http } from '../egress/servers.js';
import { blackPng } from '../media/inspection/made.js';
import { fixture, SAMPLE_TYPES, SAMPLES } from '../media/inspection/samples.js';
import { dataUrl } from '../support/data-url.js';
import { errorOf, pathsOf, uploadSuite } from './uploads-rig.js';
import { sha256Of } from '../support/digest.js';

const BOX = `box_${'ab'.repeat(12)}`;

describe('inline and imported uploads', () => {
  const suite = uploadSuite({ workers: null });
  const png = blackPng(64);

  for (const type of SAMPLE_TYPES) {
    it(`are ready immediately and unchanged: ${type}`, async () => {
      const customer = await suite.customer();
      const bytes = await SAMPLES[type]();
      // The file may have any type of the declared kind, for example another picture type.
      const kin = SAMPLE_TYPES.findLast((one) => one.startsWith(type.slice(0, 5))) ?? type;
      for (const body of [{ data: dataUrl(bytes, kin) }, { url: suite.publish(bytes) }]) {
        const answer = await suite.create(customer, body);
        expect(answer.status, answer.text).to.equal(201);
        const kind = type.split('/', 1)[0];
        const facts = { status: 'ready', content_type: type, kind, size: bytes.length };
        expect(answer.body).to.include(facts);
        expect(answer.body).not.to.have.any.keys('upload_url', 'upload_headers', 'box_id');
        expect(sha256Of(await suite.servedBytes(answer.body.url))).to.equal(sha256Of(bytes));
        expect((await suite.read(customer, answer.body.id)).text).to.equal(answer.text);
      }
      const both = { files: 2, bytes: 2 * bytes.length };
      expect(await suite.counted(customer)).to.deep.equal(both);
    });
  }

  it('accept a data URL with parameters, in upper or lower case', async () => {
    const customer = await suite.customer();
    const payload = png.toString('base64');
    for (const head of ['DATA:Image/PNG;Base64,', 'data:image/png;charset=utf-8;base64,']) {
      const answer = await suite.create(customer, { data: head + payload });
      expect(answer.status, answer.text).to.equal(201);
    }
  });

  const payload = png.toString('base64');
  const malformed: [string, string][] = [
    ['no data URL', payload],
    ['an https URL', 'https://good.egress.test/a.png'],
    ['no base64 marker', `data:image/png,${payload}`],
    ['no type', `data:;base64,${payload}`],
    ['spaces inside', `data:image/png;base64,${payload.slice(0, 8)} ${payload.slice(8)}`],
    ['a line break at the end', `data:image/png;base64,${payload}\n`],
    ['missing padding', `data:image/png;base64,${Buffer.from('ab').toString('base64url')}`],
    ['the URL-safe alphabet', 'data:image/png;base64,ab-_'],
    ['padding inside', 'data:image/png;base64,ab==abcd'],
    ['nothing', 'data:image/png;base64,'],
  ];
  it('reject every malformed data URL, name the field, and count nothing', async () => {
    const customer = await suite.customer();
    for (const [what, data] of malformed) {
      const answer = await suite.create(customer, { data });
      expect(answer.status, what).to.equal(400);
      expect(errorOf(answer).code, what).to.equal('VALIDATION_ERROR');
      expect(pathsOf(answer), what).to.deep.equal(['body.data']);
    }
    expect(await suite.counted(customer)).to.deep.equal({ files: 0, bytes: 0 });
  });

  it('accept 20 MB inline, but not one byte more', async () => {
    const customer = await suite.customer();
    const wav = (bytes: number) => longWav(fixture('tone.wav'), bytes);
    const full = await suite.create(customer, { data: dataUrl(wav(20_000_000), 'audio/wav') });
    expect(full.status, full.text).to.equal(201);
    expect(full.body.size).to.equal(20_000_000);
    const over = await suite.create(customer, { data: dataUrl(wav(20_000_001), 'audio/wav') });
    expect(over.status, over.text).to.equal(400);
    expect(pathsOf(over)).to.deep.equal(['body.data']);
    expect(await suite.counted(customer)).to.deep.equal({ files: 2, bytes: 40_000_001 });
  });

  it('require exactly one mode, reject a size unless the mode is signed, and count nothing', async () => {
    const customer = await suite.customer();
    const [type, url, data] = ['image/png', 'https://good.egress.test/a.png', dataUrl(png)];
    const cases: [object, string][] = [
      [{}, 'body'],
      [{ box_id: BOX }, 'body'],
      [{ content_type: type, url }, 'body'],
      [{ content_type: type, data }, 'body'],
      [{ url, data }, 'body'],
      [{ content_type: type, url, data }, 'body'],
      [{ data, size: 3 }, 'body.size'],
      [{ url, box_id: 'box_1' }, 'body.box_id'],
    ];
    for (const [body, path] of cases) {
      const answer = await suite.create(customer, body);
      expect(answer.status, answer.text).to.equal(400);
      expect(pathsOf(answer), JSON.stringify(body).slice(0, 80)).to.deep.equal([path]);
    }
    expect(await suite.counted(customer)).to.deep.equal({ files: 0, bytes: 0 });
  });

  it('are checked by their content: a bad file is not stored, but is counted', async () => {
    const customer = await suite.customer();
    const files = [
      Buffer.from('<html>'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.concat([png, Buffer.alloc(20_000_001 - png.length)]),
      longWav(fixture('tone.wav'), 50_000_001),
      Buffer.alloc(0),
    ];
    for (const [index, bytes] of files.entries()) {
      const url = suite.publish(bytes, `/file/${index}`);
      const answer = await suite.create(customer, { url });
      expect(answer.status, answer.text).to.equal(400);
      expect(pathsOf(answer)).to.deep.equal(['body.url']);
    }
    const fetched = files.reduce((sum, { length }) => sum + length, 0);
    expect(await suite.counted(customer)).to.deep.equal({ files: files.length, bytes: fetched });
  });

  it('replay the same bytes for a repeated import, which is fetched and counted once', async () => {
    const customer = await suite.customer();
    const url = suite.publish(png);
    const before = suite.site.visits.length;
    const first = await suite.create(customer, { url }, { idem: 'once' });
    const again = await suite.create(customer, { url }, { idem: 'once' });
    expect(first.status, first.text).to.equal(201);
    expect(again.text).to.equal(first.text);
    expect(suite.site.visits.length - before).to.equal(1);
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: png.length });
    const other = await suite.create(customer, { url: `${url}?other` }, { idem: 'once' });
    expect(other.status).to.equal(422);
  });

  it('are stored and counted once for concurrent duplicates', async () => {
    const customer = await suite.customer();
    const url = suite.publish(png);
    const ask = () => suite.create(customer, { url }, { idem: 'twins' });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
    const id = answers[0]?.body.id ?? '';
    expect(await suite.keys(`uploads/${id}/`)).to.have.length(1);
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: png.length });
  });

  it('count a failed import once, and allow a retry with its Idempotency-Key until the file is stored', async () => {
    const customer = await suite.customer();
    suite.site.answer = (socket) => socket.end(http(503));
    const url = 'https://good.egress.test/photo.png';
    for (const _ of [1, 2]) {
      expect((await suite.create(customer, { url }, { idem: 'again' })).status).to.equal(400);
    }
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: 0 });
    expect(await suite.kept(customer)).to.deep.equal([]);
    suite.publish(png);
    for (const _ of [1, 2]) {
      const well = await suite.create(customer, { url }, { idem: 'again' });
      expect(well.status, well.text).to.equal(201);
    }
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: png.length });
  });

  it("list only the account's own unexpired files in a box, oldest first", async () => {
    const [customer, stranger] = [await suite.customer(), await suite.customer()];
    const [{ id: box_id }, other] = [await suite.box(customer), await suite.box(customer)];
    const ids: string[] = [];
    for (const body of [
      { data: dataUrl(png) },
      { content_type: 'image/png' },
      { data: dataUrl(png) },
    ]) {
      ids.push((await suite.create(customer, { ...body, box_id })).body.id);
    }
    await suite.create(customer, { data: dataUrl(png), box_id: other.id });
    await suite.create(customer, { data: dataUrl(png) });
    const list = (who: typeof customer) =>
      who.client.get<{ object: string; data: UploadBody[] }>(`/v1/uploads?box_id=${box_id}`);
    const listed = (await list(customer)).body;
    expect(listed.object).to.equal('list');
    expect(listed.data.map(({ id }) => id)).to.deep.equal(ids);
    expect(listed.data.map(({ status }) => status)).to.deep.equal(['ready', 'pending', 'ready']);
    expect(listed.data.every((one) => one.box_id === box_id)).to.equal(true);
    // test/api/boxes.test.ts tests that a box of another account counts as unknown.
    expect((await list(stranger)).status).to.equal(404);
    await suite.db.query('UPDATE upload SET expires_at = now() WHERE id = $1', [ids[0]]);
    expect((await list(customer)).body.data.map(({ id }) => id)).to.deep.equal(ids.slice(1));
    for (const query of ['', '?box_id=', '?box_id=box_1', `?box_id=${BOX.toUpperCase()}`]) {
      const answer = await customer.client.refused('GET', `/v1/uploads${query}`);
      expect(answer.status, query).to.equal(400);
      expect(pathsOf(answer), query).to.deep.equal(['query.box_id']);
    }
  });
});

/** Extends a valid sound with silence to an exact size. */
function longWav(wav: Buffer, bytes: number): Buffer {
  const long = Buffer.concat([wav, Buffer.alloc(bytes - wav.length)]);
  long.writeUInt32LE(bytes - 8, 4);
  const data = long.indexOf('data');
  long.writeUInt32LE(bytes - data - 8, data + 4);
  return long;
}
