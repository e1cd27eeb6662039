import { request } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { BOX_FILES_MAX } from '../../domain/catalogue/upload-limits.js';
import { createBoxId } from '../../domain/contract/ids.js';
import type { UploadBody } from '../../domain/contract/upload.js';
import { rssGrowthMb } from '../media/inspection/harness.js';
import { blackPng } from '../media/inspection/made.js';
import { fixture, SAMPLES, uint32 } from '../media/inspection/samples.js';
import type { Answer } from '../support/client.js';
import { Browser } from '../support/person.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import type { Customer } from './suite.js';
import { Unfinished } from './unfinished.js';
import { errorOf, pathsOf, uploadSuite } from './uploads-rig.js';

const PAGE = '<!doctype html><title>Add your files</title>';

/** The response that allows the page to send a file. */
interface Place {
  readonly id: string;
  readonly upload_url: string;
  readonly upload_headers: Record<string, string>;
}

interface State {
  readonly files_left: number;
  readonly bytes_left: number;
  readonly files: readonly { readonly id: string }[];
}

describe('the page of an upload box', () => {
  const folder = temporaryFolder('box-page-');
  const suite = uploadSuite({ env: () => ({ WEB_FOLDER: folder() }) });
  before(() => writeFile(join(folder(), 'box.html'), PAGE));

  const declare = (bytes: Buffer, type = 'image/png', name = 'photo') => ({
    name,
    type,
    size: bytes.length,
  });
  const visitor = (site: string | null = 'same-origin') => new Browser(suite.api.url, site);
  const begin = (box: string, body: unknown, from = visitor()) =>
    from.call<Place>('POST', `/box/${box}/files`, { body });
  const check = (box: string, id: string) =>
    visitor().call<{ kind: string; size: number }>('POST', `/box/${box}/files/${id}`);
  const state = async (box: string) => (await visitor().get<State>(`/box/${box}/state`)).body;
  const put = (place: Place, bytes: Buffer) =>
    fetch(place.upload_url, {
      method: 'PUT',
      headers: { 'Content-Type': place.upload_headers['Content-Type'] ?? '' },
      body: new Uint8Array(bytes),
    });

  /**
   * Sends a file like the page.
   * @returns the response to the check
   */
  async function send(box: string, bytes: Buffer, type?: string) {
    const { status, body, text } = await begin(box, declare(bytes, type));
    expect(status, text).to.equal(201);
    expect((await put(body, bytes)).status).to.equal(200);
    return { id: body.id, checked: await check(box, body.id) };
  }

  const listed = async ({ client }: Customer, box: string) =>
    (await client.get<{ data: UploadBody[] }>(`/v1/uploads?box_id=${box}`)).body.data;

  it('opens for anybody with the address, and other sites can neither frame nor read it', async () => {
    const box = await suite.box(await suite.customer());
    const answer = await fetch(`${suite.api.url}/box/${box.id}`);
    expect(await answer.text()).to.equal(PAGE);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const store = new URL(suite.api.deps.env.s3.publicEndpoint).origin;
    expect(policy).to.include(`default-src 'none'; script-src 'self'; style-src 'self'`);
    expect(policy).to.include(`connect-src 'self' ${store};`);
    expect(policy).to.include("frame-ancestors 'none'").and.not.include('unsafe');
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    expect(answer.headers.get('referrer-policy')).to.equal('no-referrer');
    expect(answer.headers.get('x-robots-tag')).to.equal('noindex');
  });

  it('shows the accepted types, the received files and the QR code of its address', async () => {
    const customer = await suite.customer({ plan: 'free' });
    const asked = { purpose: 'Photos <b>of your dog</b>', accept: ['image'] };
    const box = await suite.box(customer, asked);
    const { id } = (await send(box.id, blackPng(64))).checked.body as unknown as { id: string };
    const { body } = await visitor().get<Record<string, unknown>>(`/box/${box.id}/state`);
    const { code, files, ...rest } = body as {
      code: { size: number; path: string };
      files: object[];
    };
    expect(rest).to.deep.equal({
      purpose: asked.purpose,
      accept: [{ kind: 'image', max_bytes: 20_000_000 }],
      // The page has received one of the 50 files that the box allows per day.
      files_left: 49,
      bytes_left: 1_000_000_000 - blackPng(64).length,
      expires_at: box.expires_at,
      url: box.url,
    });
    expect(files).to.have.length(1);
    expect(files[0]).to.have.keys('id', 'kind', 'size', 'created_at').and.include({ id });
    expect(code.size).to.be.within(21 + 8, 80);
    expect(code.path).to.match(/^(M\d+ \d+h1v1h-1z)+$/);
  });

  it('receives, lists and counts every file type that a camera produces', async () => {
    const customer = await suite.customer();
    const box = await suite.box(customer);
    let bytes = 0;
    for (const type of ['image/jpeg', 'image/heic', 'video/quicktime', 'audio/mp4'] as const) {
      const file = await SAMPLES[type]();
      const { id, checked } = await send(box.id, file, type);
      expect(checked.status, checked.text).to.equal(200);
      expect(checked.body).to.include({ kind: type.split('/')[0], size: file.length });
      expect((await suite.read(customer, id)).body).to.include({
        status: 'ready',
        content_type: type,
        box_id: box.id,
      });
      bytes += file.length;
    }
    expect(await listed(customer, box.id)).to.have.length(4);
    expect(await suite.counted(customer)).to.deep.equal({ files: 4, bytes });
    expect((await state(box.id)).files_left).to.equal(BOX_FILES_MAX - 4);
  });

  it('responds identically for an invented and an expired box at every address', async () => {
    const customer = await suite.customer();
    const { id: expired } = await suite.box(customer);
    const { body: place } = await begin(expired, declare(blackPng(8)));
    await suite.db.query('UPDATE upload_box SET expires_at = now() WHERE id = $1', [expired]);
    const paths: readonly [string, string][] = [
      ['GET', ''],
      ['GET', '/state'],
      ['POST', '/files'],
      ['POST', `/files/${place.id}`],
    ];
    for (const [method, path] of paths) {
      const answers = new Set<string>();
      for (const id of [
        createBoxId(),
        expired,
        'box_1',
        '',
        `${expired}0`,
        expired.toUpperCase(),
      ]) {
        const body = method === 'POST' ? { body: declare(blackPng(8)) } : {};
        const answer = await visitor().refused(method, `/box/${id}${path}`, body);
        expect(answer.status, `${method} ${path} of ${id}`).to.equal(404);
        answers.add(answer.text.replaceAll(/req_[0-9a-f]+/g, ''));
      }
      expect([...answers], path).to.have.length(1);
    }
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: 0 });
  });

  it('checks a file only if it belongs to the box', async () => {
    const customer = await suite.customer();
    const [box, other] = [await suite.box(customer), await suite.box(customer)];
    const { id } = await suite.inline(customer, blackPng(8));
    const { body } = await begin(box.id, declare(blackPng(8)));
    for (const named of [id, body.id, `upl_${'0'.repeat(32)}`]) {
      expect((await check(other.id, named)).status).to.equal(404);
    }
    expect(await listed(customer, box.id), 'the file is still pending').to.have.length(1);
  });

  it('refuses a POST from another site, and any other method', async () => {
    const { id } = await suite.box(await suite.customer());
    for (const from of [visitor('cross-site'), visitor('same-site'), visitor(null)]) {
      expect((await begin(id, declare(blackPng(8)), from)).status).to.equal(403);
    }
    const { origin } = new URL(suite.api.deps.env.publicUrl);
    const old = { body: declare(blackPng(8)), headers: { Origin: origin } };
    const plain = await visitor(null).call('POST', `/box/${id}/files`, old);
    expect(plain.status, 'a browser that sends only its origin').to.equal(201);
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', ''],
      ['POST', '/state'],
      ['GET', '/files'],
      ['PUT', '/files'],
    ] as const) {
      expect((await visitor().refused(method, `/box/${id}${path}`)).status, path).to.equal(405);
    }
    for (const path of ['/', '/files/', '/files/x', '/nothing']) {
      expect((await visitor().refused('GET', `/box/${id}${path}`)).status, path).to.equal(404);
    }
  });

  it('refuses a file that is not media with a readable message, and removes it from the box', async () => {
    const customer = await suite.customer();
    const { id } = await suite.box(customer, { accept: ['image'] });
    const pdf = Buffer.from('%PDF-1.7');
    const early = await begin(id, declare(pdf, 'application/pdf', 'letter.pdf'));
    expect(early.status).to.equal(400);
    expect(errorOf(early).message).to.match(/^This is not a picture, video or sound recording/);
    const png = await SAMPLES['image/png']();
    const cases: readonly [Buffer, RegExp][] = [
      [pdf, /^The file is not of a supported type\. Upload a PNG/],
      [fixture('tone.mp3'), /^This file arrived incomplete, or its content does not match/],
      [png.subarray(0, png.length >> 1), /^The file ends too early/],
    ];
    for (const [bytes, words] of cases) {
      const { id: upload, checked } = await send(id, bytes);
      expect(checked.status, checked.text).to.equal(400);
      expect(errorOf(checked).message).to.match(words).and.not.include('content_type');
      expect((await suite.read(customer, upload)).status, 'status of the upload').to.equal(404);
      expect(await suite.keys(`staging/${upload}/`)).to.deep.equal([]);
    }
    expect(await listed(customer, id)).to.deep.equal([]);
    expect((await state(id)).files_left, 'the number of attempts is limited').to.equal(
      BOX_FILES_MAX - 3,
    );
    expect(await suite.counted(customer)).to.deep.equal({ files: 3, bytes: 0 });
  });

  it('makes the store accept exactly the declared number of bytes', async () => {
    const { id } = await suite.box(await suite.customer());
    const { body } = await begin(id, declare(blackPng(64)));
    expect((await put(body, Buffer.concat([blackPng(64), Buffer.alloc(1)]))).status).to.equal(403);
    expect((await put(body, blackPng(64))).status).to.equal(200);
  });

  it('applies the limits of the box and of the day to two concurrent tabs together', async () => {
    const customer = await suite.customer({ plan: 'free' });
    const [{ id: full }, { id: daily }] = [await suite.box(customer), await suite.box(customer)];
    const tabs = (box: string) =>
      Promise.all(Array.from({ length: 12 }, () => begin(box, declare(blackPng(8)))));
    const passed = (answers: Answer<unknown>[]) => answers.filter(({ status }) => status === 201);
    await suite.db.query('UPDATE upload_box SET files = $2 WHERE id = $1', [
      full,
      BOX_FILES_MAX - 4,
    ]);
    const first = await tabs(full);
    expect(passed(first)).to.have.length(4);
    for (const { status, text } of first.filter((one) => one.status !== 201)) {
      expect(`${status} ${text}`).to.match(/^403 .*UPLOAD_BOX_FULL/);
    }
    await suite.db.query('UPDATE daily_usage SET files = 47 WHERE account_id = $1', [
      customer.accountId,
    ]);
    const second = await tabs(daily);
    expect(passed(second)).to.have.length(3);
    for (const { status, text } of second.filter((one) => one.status !== 201)) {
      expect(`${status} ${text}`).to.match(/^429 .*UPLOAD_ALLOWANCE/);
    }
    expect(await suite.counted(customer)).to.include({ files: 50 });
  });

  it("refuses bytes beyond today's allowance before it sends them", async () => {
    const customer = await suite.customer({ plan: 'free' });
    const { id } = await suite.box(customer);
    await suite.db.query(
      `INSERT INTO daily_usage (account_id, day, files, bytes)
       VALUES ($1, (now() AT TIME ZONE 'utc')::date, 0, 900000000)`,
      [customer.accountId],
    );
    const video = { name: 'a.mp4', type: 'video/mp4', size: 100_000_001 };
    const over = await begin(id, video);
    expect(over.status, over.text).to.equal(429);
    expect((await begin(id, { ...video, size: 100_000_000 })).status).to.equal(201);
  });

  it('refuses a 27 MB form field without reading it', async () => {
    const { id } = await suite.box(await suite.customer());
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    const path = `/box/${id}/files`;
    const start = `{"type":"image/png","size":1,"name":"${'x'.repeat(70_000)}`;
    const told27 = { ...headers, 'Content-Length': '27000000' };
    const requests = [
      await Unfinished.send(suite.api.url, { path, apiKey: null, headers: told27 }),
      await Unfinished.sendChunk(suite.api.url, { path, apiKey: null, headers, body: start }),
    ];
    for (const one of requests) {
      const { status, text } = await one.answer();
      expect(status, text).to.equal(413);
      one.socket.destroy();
    }
    const wrong = await begin(id, { ...declare(blackPng(8)), name: 'x'.repeat(1_001), more: 1 });
    expect(wrong.status).to.equal(400);
    expect(pathsOf(wrong)).to.have.members(['body.name', 'body.more']);
  });

  it('sends the largest file directly to the store, and the API inspects it in ranges', async () => {
    const customer = await suite.customer();
    const { id } = await suite.box(customer, { accept: ['video'] });
    const SIZE = 200_000_000;
    const made = await begin(id, { name: 'holiday.mp4', type: '', size: SIZE });
    expect(made.status, made.text).to.equal(201);
    const growth = await rssGrowthMb(async () => {
      expect(await putLong(made.body, SIZE)).to.equal(200);
      const checked = await check(id, made.body.id);
      expect(checked.body, checked.text).to.include({ kind: 'video', size: SIZE });
    });
    expect(growth).to.be.below(120);
    expect((await suite.counted(customer)).bytes).to.equal(SIZE);
    expect((await begin(id, { name: 'a.mp4', type: '', size: SIZE + 1 })).status).to.equal(400);
  });

  it('returns 429 to an address with too many requests, without delaying requests with API keys', async () => {
    const customer = await suite.customer();
    const { id } = await suite.box(customer);
    // Uses up the rate limit of this minute and the next.
    suite.api.edge.boxLimit.count('127.0.0.1', Date.now() + 60_000);
    for (const box of [id, createBoxId()]) {
      const answer = await visitor().refused('GET', `/box/${box}/state`);
      expect(answer.status).to.equal(429);
      expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 60);
      expect(errorOf(answer).message).to.match(/^Too many requests from your network/);
      const page = await visitor().get<string>(`/box/${box}`);
      expect(page.status).to.equal(429);
      expect(Number(page.headers.get('retry-after'))).to.be.within(1, 60);
      expect(page.headers.get('content-security-policy')).to.include("default-src 'none'");
      expect(page.text, 'the page for a person').to.match(
        /<h1>Too many visits<\/h1>\n<p>.*Wait a min/,
      );
    }
    expect((await customer.client.get(`/v1/upload-boxes/${id}`)).status).to.equal(200);
  });
});

/** Sends a long clip. Its padding is generated in pieces, so the clip is never completely in memory. */
async function putLong(place: Place, size: number): Promise<number> {
  const clip = fixture('clip.mp4');
  const piece = Buffer.alloc(1_000_000);
  const headers = { 'Content-Type': 'video/mp4', 'Content-Length': size };
  const answered = Promise.withResolvers<number>();
  const sent = request(place.upload_url, { method: 'PUT', headers }, (answer) => {
    answer.resume();
    answered.resolve(answer.statusCode ?? 0);
  });
  sent.once('error', answered.reject);
  const write = (bytes: Buffer) =>
    sent.write(bytes) ? null : new Promise<unknown>((resolve) => sent.once('drain', resolve));
  await write(Buffer.concat([clip, uint32(size - clip.length), Buffer.from('free')]));
  let left = size - clip.length - 8;
  while (left > 0) {
    await write(piece.subarray(0, Math.min(left, piece.length)));
    left -= piece.length;
  }
  sent.end();
  return answered.promise;
}
