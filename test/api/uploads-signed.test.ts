import { openAsBlob } from 'node:fs';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Answer } from '../support/client.js';
import { blackPng } from '../media/inspection/made.js';
import { fixture, SAMPLES } from '../media/inspection/samples.js';
import { errorOf, pathsOf, uploadSuite } from './uploads-rig.js';
import { sha256Of } from '../support/digest.js';
import { makeRunFolder } from '../support/run-folder.js';

const DAY_MS = 86_400_000;

/** Expects a refusal that names the next step and leaves the upload unchanged. */
function expectRefused(answer: Answer<unknown>, pattern: RegExp): void {
  expect(answer.status, answer.text).to.equal(400);
  expect(errorOf(answer).code).to.equal('VALIDATION_ERROR');
  expect(errorOf(answer).message).to.match(pattern);
}

describe('signed uploads', () => {
  const suite = uploadSuite();
  let png: Buffer;
  before(async () => {
    png = await SAMPLES['image/png']();
  });

  it('return everything that a PUT needs for 15 minutes, and a file that is kept for 7 days', async () => {
    const customer = await suite.customer();
    const { id: box_id } = await suite.box(customer);
    const upload = await suite.signed(customer, { box_id });
    expect(upload).to.include({
      object: 'upload',
      kind: 'image',
      content_type: 'image/png',
      size: null,
      status: 'pending',
      upload_method: 'PUT',
      box_id,
    });
    expect(upload.id).to.match(/^upl_[0-9a-f]{32}$/);
    expect(upload.upload_headers).to.deep.equal({ 'Content-Type': 'image/png' });
    expect(upload.upload_expires_at).to.equal(upload.created_at + 15 * 60_000);
    expect(upload.expires_at).to.equal(upload.created_at + 7 * DAY_MS);
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: 0 });
  });

  it('are ready at the first GET after the PUT, with dimensions, byte count and URL', async () => {
    const customer = await suite.customer();
    const upload = await suite.signed(customer);
    const early = await suite.served(upload.url);
    expect(early.status, 'nothing is served yet').to.equal(404);
    expect(early.headers.get('cache-control')).to.equal('no-store');
    const { error } = (await early.json()) as { error: { code: string; details: object } };
    expect([error.code, error.details]).to.deep.equal(['NOT_FOUND', { code: 'UPLOAD_NOT_READY' }]);
    expect(await suite.put(upload, png)).to.equal(200);
    const staged = suite.api.deps.mediaUrl(await suite.stagingKey(upload.id));
    expect((await suite.served(staged)).status, 'the staged file').to.equal(404);
    const ready = await suite.read(customer, upload.id);
    expect(ready.status, ready.text).to.equal(200);
    expect(ready.body).to.include({ id: upload.id, status: 'ready', size: png.length });
    expect(ready.body).not.to.have.property('upload_url');
    expect(ready.body.url).not.to.equal(upload.url);
    const named = await suite.create(customer, { url: upload.url });
    expect(named.status, named.text).to.equal(404);
    expect(errorOf(named).message).to.include('Send the id of the upload');
    const served = await suite.served(ready.body.url);
    expect(served.headers.get('content-type')).to.equal('image/png');
    expect(served.headers.get('x-content-type-options')).to.equal('nosniff');
    expect(served.headers.get('content-security-policy')).to.match(/^sandbox/);
    expect(sha256Of(Buffer.from(await served.arrayBuffer()))).to.equal(sha256Of(png));
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: png.length });
    expect(await suite.keys(`staging/${upload.id}/`)).to.deep.equal([]);
    expect((await suite.read(customer, upload.id)).text, 'the second read').to.equal(ready.text);
  });

  it('keep their bytes and URL after a later PUT', async () => {
    const customer = await suite.customer();
    const upload = await suite.signed(customer);
    await suite.put(upload, png);
    const ready = await suite.read(customer, upload.id);
    expect(await suite.put(upload, blackPng(40))).to.equal(200);
    const later = await suite.read(customer, upload.id);
    expect(later.text).to.equal(ready.text);
    expect(sha256Of(await suite.servedBytes(later.body.url))).to.equal(sha256Of(png));
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: png.length });
  });

  it('sign a declared size, and the store accepts exactly that many bytes', async () => {
    const customer = await suite.customer();
    const upload = await suite.signed(customer, { size: png.length });
    const length = String(png.length);
    const named = { 'Content-Type': 'image/png', 'Content-Length': length };
    expect(upload.upload_headers).to.deep.equal(named);
    const signed = new URL(upload.upload_url).searchParams.get('X-Amz-SignedHeaders');
    expect(signed).to.equal('content-length;content-type;host');
    const longer = Buffer.concat([png, Buffer.alloc(1)]);
    for (const bytes of [png.subarray(1), longer, Buffer.alloc(0)]) {
      expect(await suite.put(upload, bytes), String(bytes.length)).to.equal(403);
    }
    expect(await suite.keys(`staging/${upload.id}/`)).to.deep.equal([]);
    const put = { method: 'PUT', headers: upload.upload_headers ?? {}, body: new Uint8Array(png) };
    expect((await fetch(upload.upload_url, put)).status).to.equal(200);
    expect((await suite.read(customer, upload.id)).body.status).to.equal('ready');
  });

  it('make the store reject a PUT with another type or size, or without a signature', async () => {
    const customer = await suite.customer();
    const upload = await suite.signed(customer, { size: png.length });
    expect(await suite.put(upload, png, 'image/jpeg')).to.equal(403);
    expect(await suite.put(upload, png.subarray(1)), 'size').to.equal(403);
    const bare = upload.upload_url.split('?')[0] ?? '';
    expect(await suite.put({ ...upload, upload_url: bare }, png), 'unsigned').to.equal(403);
    const other = upload.upload_url.replace(/staging\/[^?]+/, 'uploads/x/y');
    expect(await suite.put({ ...upload, upload_url: other }, png), 'other key').to.equal(403);
    expectRefused(await suite.read(customer, upload.id), /No file has arrived/);
    expect(await suite.put(upload, png)).to.equal(200);
    expect((await suite.read(customer, upload.id)).body.status).to.equal('ready');
  });

  const bad: [string, string, () => Buffer | Promise<Buffer>, RegExp][] = [
    ['audio declared as an image', 'image/png', () => fixture('tone.mp3'), /audio, but an image/],
    ['an MP4 with only sound as a video', 'video/mp4', () => fixture('tone.mp4'), /declared/],
    ['an empty file', 'image/png', () => Buffer.alloc(0), /empty/],
    ['a truncated picture', 'image/png', async () => cut(await SAMPLES['image/png']()), /miss/],
    ['text', 'image/png', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /type/],
    [
      'a picture one byte over 20 MB',
      'image/png',
      () => Buffer.alloc(20_000_001),
      /20000001 bytes/,
    ],
  ];
  for (const [what, type, bytes, pattern] of bad) {
    it(`reject and delete ${what}, and accept the right file afterwards`, async () => {
      const customer = await suite.customer();
      const upload = await suite.signed(customer, { content_type: type });
      expect(await suite.put(upload, await bytes())).to.equal(200);
      expectRefused(await suite.read(customer, upload.id), pattern);
      expect(await suite.keys(`staging/${upload.id}/`), 'the refused file').to.deep.equal([]);
      expect(
        await suite.keys(`uploads/${upload.id}/`),
        'the copy of the refused file',
      ).to.deep.equal([]);
      const right = await SAMPLES[type as keyof typeof SAMPLES]();
      expect(await suite.put(upload, right)).to.equal(200);
      const ready = await suite.read(customer, upload.id);
      expect(ready.body).to.include({ status: 'ready', size: right.length });
      expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: right.length });
    });
  }

  it('serve a file with its real type if that type is of the declared kind', async () => {
    const customer = await suite.customer();
    const upload = await suite.signed(customer, { content_type: 'Image/JPEG; q=1' });
    expect(upload.content_type).to.equal('image/jpeg');
    const heic = fixture('still.heic');
    await suite.put(upload, heic);
    const { body } = await suite.read(customer, upload.id);
    expect(body.content_type).to.equal('image/heic');
    const served = await suite.served(body.url);
    expect(served.headers.get('content-type')).to.equal('image/heic');
    expect(sha256Of(Buffer.from(await served.arrayBuffer()))).to.equal(sha256Of(heic));
    expect(await suite.keys(`uploads/${upload.id}/`)).to.have.length(1);
  });

  it('serve 30 concurrent reads of one file, but copy and count the file once', async () => {
    const customer = await suite.customer();
    const upload = await suite.signed(customer);
    await suite.put(upload, png);
    const ask = () => suite.read(customer, upload.id);
    const answers = await Promise.all(Array.from({ length: 30 }, ask));
    for (const { status, text } of answers) expect(status, text).to.be.oneOf([200, 503]);
    const ready = answers.filter(({ status }) => status === 200);
    expect(new Set(ready.map(({ text }) => text)).size).to.equal(1);
    expect(await suite.keys(`uploads/${upload.id}/`)).to.have.length(1);
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: png.length });
  });

  it('are checked for type and size before a URL is issued or a file is counted', async () => {
    const customer = await suite.customer();
    const cases: [object, string][] = [
      [{ content_type: 'image/svg+xml' }, 'body.content_type'],
      [{ content_type: 'application/pdf' }, 'body.content_type'],
      [{ content_type: 'image/png', size: 20_000_001 }, 'body.size'],
      [{ content_type: 'audio/mpeg', size: 50_000_001 }, 'body.size'],
      [{ content_type: 'video/mp4', size: 200_000_001 }, 'body.size'],
      [{ content_type: 'video/mp4', size: 0 }, 'body.size'],
    ];
    for (const [body, path] of cases) {
      const answer = await suite.create(customer, body);
      expect(answer.status, answer.text).to.equal(400);
      expect(pathsOf(answer)).to.deep.equal([path]);
    }
    expect(
      (await suite.create(customer, { content_type: 'video/mp4', size: 2e8 })).status,
    ).to.equal(201);
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: 0 });
  });

  it('replay a repeated creation and count it once, even under concurrent requests', async () => {
    const customer = await suite.customer();
    const body = { content_type: 'image/png' };
    const duplicates = await Promise.all(
      [1, 2, 3, 4].map(() => suite.create(customer, body, { idem: 'same' })),
    );
    const later = await suite.create(customer, body, { idem: 'same' });
    expect(new Set([...duplicates, later].map(({ text }) => text)).size).to.equal(1);
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: 0 });
  });

  it('make the store reject a file above the maximum size if the size is not declared', async () => {
    const customer = await suite.customer();
    const upload = await suite.signed(customer);
    const folder = makeRunFolder();
    const file = join(folder, 'large');
    await writeFile(file, '');
    await truncate(file, 256_100_000);
    const sent = fetch(upload.upload_url, {
      method: 'PUT',
      headers: upload.upload_headers,
      body: await openAsBlob(file),
    });
    // The store either responds or closes the connection in the middle of the body.
    const status = await sent.then((answer) => answer.status).catch(() => 'closed');
    await rm(folder, { recursive: true });
    expect(status).to.be.oneOf([500, 'closed']);
    expectRefused(await suite.read(customer, upload.id), /No file has arrived/);
    expect(await suite.put(upload, png)).to.equal(200);
    expect((await suite.read(customer, upload.id)).body.status).to.equal('ready');
  });

  it('make the store reject a PUT after 15 minutes', async () => {
    const customer = await suite.customer();
    const upload = await suite.signed(customer);
    const key = await suite.stagingKey(upload.id);
    const now = new Date(Date.now() - 15 * 60_000 - 1_000);
    const put = { key, contentType: 'image/png', size: null, expiresSeconds: 900, now };
    const late = { ...upload, upload_url: suite.api.deps.presignPut(put) };
    expect(await suite.put(late, png)).to.equal(403);
    expectRefused(await suite.read(customer, upload.id), /No file has arrived/);
  });

  it("return NOT_FOUND for an unknown id and another account's upload", async () => {
    const [owner, stranger] = [await suite.customer(), await suite.customer()];
    const upload = await suite.signed(owner);
    for (const id of [upload.id, `upl_${'0'.repeat(32)}`]) {
      const answer = await suite.read(stranger, id);
      expect(answer.status).to.equal(404);
      expect(errorOf(answer).code).to.equal('NOT_FOUND');
    }
  });

  it('are refused from the moment they expire after seven days, pending or ready', async () => {
    const customer = await suite.customer();
    const [pending, ready] = [await suite.signed(customer), await suite.inline(customer, png)];
    await suite.put(pending, png);
    await suite.db.query('UPDATE upload SET expires_at = now() WHERE account_id = $1', [
      customer.accountId,
    ]);
    for (const { id } of [pending, ready]) {
      expectRefused(await suite.read(customer, id), /expired/);
    }
    expect((await suite.counted(customer)).bytes).to.equal(png.length);
  });
});

function cut(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length >> 1);
}
