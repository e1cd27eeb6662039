import { createReadStream } from 'node:fs';
import { open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { apiSuite, type Customer } from '../api/suite.js';
import { fixture, picture } from '../media/inspection/samples.js';
import { closeServers, openServer } from '../support/loopback.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { failureOf, installedClient, recordingFetch } from './installed.js';

/** Maximum size of a file. */
const LARGEST = 200_000_000;
/** More than a program with fetch and its buffers needs, but less than half of the file. */
const GROWTH_MB_MAX = 80;

/** Uploads a file in a separate process, which prints the upload, its progress and its memory. */
const PROGRAM = `
import { MediaClient } from '@media-platform/client';
const [baseUrl, apiKey, path, counted] = process.argv.slice(2);
const media = new MediaClient({ baseUrl, apiKey });
await media.request('GET /v1/account');
const before = process.memoryUsage.rss();
let peak = before;
const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
let reports = 0;
let last;
const onProgress = (progress) => { reports += 1; last = progress; };
const began = Date.now();
const upload = await media.uploads.create(path, counted === 'yes' ? { onProgress } : {});
clearInterval(timer);
const growthMb = Math.round((peak - before) / 1e6);
console.log(JSON.stringify({ upload, growthMb, reports, last, ms: Date.now() - began }));
`;

describe('an upload of the client', () => {
  const suite = apiSuite({ workers: {} });
  const installed = installedClient();
  const folder = temporaryFolder('client-uploads-');
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer();
  });
  afterEach(closeServers);

  it('takes a file, a blob, a path and a stream, with their types', async () => {
    const png = await picture().png().toBuffer();
    const path = join(folder(), 'picture.PNG');
    await writeFile(path, png);
    const bytes = new Uint8Array(png);
    const media = installed.of(suite.api.url, customer);
    const known = { contentType: 'image/png', size: png.length };
    const uploads = [
      await media.uploads.create(new File([bytes], 'picture.png')),
      await media.uploads.create(new Blob([bytes], { type: 'image/png' })),
      await media.uploads.create(path),
      await media.uploads.create(createReadStream(path), known),
      await media.uploads.create(new Blob([bytes]).stream(), known),
    ];
    for (const upload of uploads) {
      expect(upload).to.include({ status: 'ready', kind: 'image', size: png.length });
    }
    const [first] = uploads;
    const image = media.images.create({ prompt: 'a red fox', scene_image: first?.id });
    expect((await image.wait()).status).to.equal('completed');
  }).timeout(60_000);

  it('reports its progress up to the last byte', async () => {
    const png = await picture(1_200, 900).png({ compressionLevel: 0 }).toBuffer();
    const seen: { sent: number; total: number }[] = [];
    const media = installed.of(suite.api.url, customer);
    const file = new File([new Uint8Array(png)], 'picture.png');
    await media.uploads.create(file, { onProgress: (progress) => seen.push(progress) });
    expect(seen.length).to.be.above(1);
    expect(seen.map(({ sent }) => sent)).to.deep.equal(
      seen.map(({ sent }) => sent).toSorted((a, b) => a - b),
    );
    expect(seen.at(-1)).to.deep.equal({ sent: png.length, total: png.length });
  });

  it('fails before the first request if the content type or the size of a stream is missing', async () => {
    const { sent, fetch } = recordingFetch();
    const { uploads } = installed.of(suite.api.url, customer, { fetch });
    const wrong = [
      uploads.create(new Blob(['x'])),
      uploads.create(new Blob(['x']).stream(), { contentType: 'image/png' }),
    ];
    for (const call of wrong) expect(await failureOf(call)).to.be.instanceOf(TypeError);
    expect(sent).to.deep.equal([]);
  });

  it('throws the reason if the service refuses the file, without a retry', async () => {
    const { sent, fetch } = recordingFetch();
    const { uploads } = installed.of(suite.api.url, customer, { fetch });
    const text = new Blob(['this is a text'], { type: 'image/png' });
    const refused = await failureOf(uploads.create(text));
    if (!(refused instanceof installed.client.ValidationError)) throw refused;
    expect(refused.details?.code).to.equal('UPLOAD_NOT_READY');
    expect(sent.map(({ method }) => method)).to.deep.equal(['POST', 'PUT', 'GET']);
    const odd = await failureOf(uploads.create(new Blob(['x'], { type: 'text/css' })));
    expect(odd).to.be.instanceOf(installed.client.ValidationError);
  });

  it('sends an interrupted file again, but not a stream', async () => {
    const png = new Uint8Array(await picture().png().toBuffer());
    const interrupted = () => {
      let puts = 0;
      const fetched = (url: string, init: RequestInit) => {
        if (init.method !== 'PUT') return fetch(url, init);
        puts += 1;
        return puts === 1 ? Promise.reject(new TypeError('terminated')) : fetch(url, init);
      };
      return installed.of(suite.api.url, customer, { fetch: fetched });
    };
    const file = await interrupted().uploads.create(new File([png], 'a.png'));
    expect(file.status).to.equal('ready');
    const known = { contentType: 'image/png', size: png.length };
    const stream = interrupted().uploads.create(new Blob([png]).stream(), known);
    expect(await failureOf(stream)).to.be.instanceOf(installed.client.ConnectionError);
  });

  it('sends a file only once while its check fails', async () => {
    const png = new Uint8Array(await picture().png().toBuffer());
    const methods: (string | undefined)[] = [];
    let failures = 0;
    const media = installed.of(suite.api.url, customer, {
      fetch: async (url, init) => {
        methods.push(init.method);
        if (init.method !== 'GET' || (failures += 1) > 3) return fetch(url, init);
        return new Response('', { status: 503, headers: { 'Retry-After': '0' } });
      },
      maxRetries: 1,
    });
    const file = new File([png], 'a.png');
    expect(await failureOf(media.uploads.create(file))).to.include({ status: 503 });
    expect(methods).to.deep.equal(['POST', 'PUT', 'GET', 'GET']);
    const upload = await media.uploads.create(file, { maxRetries: 3 });
    expect(upload.status).to.equal('ready');
    expect(methods.slice(4)).to.deep.equal(['POST', 'PUT', 'GET', 'GET']);
  });

  it('stops when the caller aborts, and closes the connection', async () => {
    const arrived = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const store = createServer((request) => {
      request.once('data', () => arrived.resolve()).once('close', () => closed.resolve());
    });
    const upload_url = `http://127.0.0.1:${await openServer(store)}/file`;
    const created = { id: 'upl_1', upload_url, upload_headers: {}, created_at: 0 };
    const media = installed.of(suite.api.url, customer, {
      fetch: async (url, init) =>
        init.method === 'POST' ? Response.json({ ...created }) : fetch(url, init),
    });
    const abort = new AbortController();
    const { signal } = abort;
    const upload = failureOf(
      media.uploads.create(new Blob([new Uint8Array(1_000_000)]), {
        contentType: 'image/png',
        signal,
        onProgress: () => undefined,
      }),
    );
    await arrived.promise;
    abort.abort();
    expect(await upload).to.equal(signal.reason);
    await closed.promise;
  });

  for (const counted of ['no', 'yes']) {
    it(`sends ${LARGEST / 1e6} MB with little memory; progress: ${counted}`, async () => {
      const path = join(folder(), 'long.mp4');
      await writeLongClip(path, LARGEST);
      expect((await stat(path)).size).to.equal(LARGEST);
      const program = join(folder(), 'upload.mjs');
      await writeFile(program, PROGRAM.replace('@media-platform/client', packageUrl()));
      const args = [program, suite.api.url, customer.apiKey, path, counted];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      const { upload, growthMb, reports, last, ms } = JSON.parse(stdout);
      console.log(`      memory grew by ${growthMb} MB, ${ms} ms, ${reports} reports`);
      expect(upload).to.include({ status: 'ready', kind: 'video', size: LARGEST });
      expect(growthMb).to.be.below(GROWTH_MB_MAX);
      if (counted === 'yes') expect(last).to.deep.equal({ sent: LARGEST, total: LARGEST });
    }).timeout(120_000);
  }

  const packageUrl = () =>
    `file://${join(installed.project, 'node_modules/@media-platform/client/dist/index.js')}`;
});

/** Writes a clip with padding, as a sparse file. */
async function writeLongClip(path: string, size: number): Promise<void> {
  const clip = fixture('clip.mp4');
  const padding = Buffer.alloc(8);
  padding.writeUInt32BE(size - clip.length);
  padding.write('free', 4);
  const file = await open(path, 'w');
  await file.write(Buffer.concat([clip, padding]));
  await file.truncate(size);
  await file.close();
}
