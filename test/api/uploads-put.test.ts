import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { blackPng } from '../media/inspection/made.js';
import type { Customer } from './suite.js';
import { errorOf, uploadSuite, type SignedUpload } from './uploads-rig.js';
import { sendRaw, type RawAnswer } from './raw.js';

/** Query parameters that change the meaning of a PUT. */
const SUBRESOURCES = [
  'acl',
  'tagging',
  'retention',
  'legal-hold',
  'partNumber=1&uploadId=x',
  'x-amz-acl=public-read',
];
const png = blackPng(64);
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64');
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);
const codeOf = ({ text }: RawAnswer) => /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '';

describe('a PUT to a signed store URL', () => {
  const suite = uploadSuite();
  let customer: Customer;
  before(async () => {
    customer = await suite.customer();
  });

  /** Sends the picture or other bytes, with the headers of the signed upload and additional headers. */
  function put(
    { upload_url: address, upload_headers: named }: SignedUpload,
    headers: Record<string, string> = {},
    body: Buffer = png,
  ): Promise<RawAnswer> {
    const { origin, pathname, search } = new URL(address);
    const length = { 'Content-Length': String(body.length) };
    const all = { ...named, ...length, ...headers };
    return sendRaw(origin, { method: 'PUT', path: pathname + search, headers: all, body });
  }

  /** Announces a file, and runs `act` once the store has asked for the body. */
  async function putByHand(
    upload: SignedUpload,
    bytes: number,
    headers: Record<string, string>,
    act: (socket: Socket) => Promise<unknown>,
  ): Promise<void> {
    const url = new URL(upload.upload_url);
    const socket = connect(Number(url.port), url.hostname);
    const lines = Object.entries({
      Host: url.host,
      ...upload.upload_headers,
      'Content-Length': String(bytes),
      Expect: '100-continue',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`);
    socket.write(`${[`PUT ${url.pathname}${url.search} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(String(first)).to.match(/^HTTP\/1\.1 100 /);
    socket.resume();
    await act(socket);
    if (!socket.closed) await once(socket, 'close');
  }

  /** Sends half of the picture, then closes the connection normally, like a client whose process ends. */
  const cutByFin = (upload: SignedUpload, headers: Record<string, string> = {}) =>
    putByHand(upload, png.length, headers, async (socket) => socket.end(half(png)));

  /** Expects that the check reports a missing file, and that a correct PUT then makes the upload ready. */
  async function expectNothingStored(upload: SignedUpload): Promise<void> {
    expect(await suite.keys(`staging/${upload.id}/`)).to.deep.equal([]);
    const answer = await suite.read(customer, upload.id);
    expect(answer.status, answer.text).to.equal(400);
    expect(errorOf(answer).message).to.match(/No file has arrived/);
    await expectReady(upload);
  }

  async function expectReady(upload: SignedUpload): Promise<void> {
    expect((await put(upload)).status).to.equal(200);
    const { body } = await suite.read(customer, upload.id);
    expect(body.status).to.equal('ready');
    expect((await suite.servedBytes(body.url)).equals(png)).to.equal(true);
  }

  for (const declared of [true, false]) {
    it(`is never ready when a FIN cuts it off and its size is ${declared ? '' : 'not '}declared`, async () => {
      const upload = await suite.signed(customer, declared ? { size: png.length } : {});
      await cutByFin(upload);
      const answer = await suite.read(customer, upload.id);
      expect(answer.status, answer.text).to.equal(400);
      expect(errorOf(answer).message).to.match(/arrived|declared|missing/);
      expect(await suite.keys(`staging/${upload.id}/`), 'it is deleted').to.deep.equal([]);
      await expectReady(upload);
    });
  }

  it('stores nothing when a FIN cuts it off, even with the Content-MD5 of the whole file', async () => {
    const upload = await suite.signed(customer);
    await cutByFin(upload, { 'Content-MD5': md5(png) });
    await expectNothingStored(upload);
  });

  it('stores nothing when an RST cuts it off', async () => {
    const upload = await suite.signed(customer);
    // More bytes than all buffers hold, so that the store is already reading when the connection breaks.
    const sent = Buffer.alloc(15_000_000);
    await putByHand(upload, 19_000_000, {}, async (socket) => {
      await new Promise((taken) => socket.write(sent, taken));
      socket.resetAndDestroy();
    });
    await expectNothingStored(upload);
  });

  it('accepts a correct Content-MD5, even though it is not signed', async () => {
    const upload = await suite.signed(customer);
    expect((await put(upload, { 'Content-MD5': md5(png) })).status).to.equal(200);
    expect((await suite.read(customer, upload.id)).body.status).to.equal('ready');
  });

  it('rejects a wrong or malformed Content-MD5, and stores nothing', async () => {
    const upload = await suite.signed(customer);
    const wrong = await put(upload, { 'Content-MD5': md5(half(png)) });
    expect([wrong.status, codeOf(wrong)]).to.deep.equal([400, 'BadDigest']);
    const malformed = await put(upload, { 'Content-MD5': 'abc' });
    expect([malformed.status, codeOf(malformed)]).to.deep.equal([400, 'InvalidDigest']);
    await expectNothingStored(upload);
  });

  it('rejects a body without a length, and stores nothing', async () => {
    const upload = await suite.signed(customer);
    const { origin, pathname, search } = new URL(upload.upload_url);
    const headers = { ...upload.upload_headers, 'Transfer-Encoding': 'chunked' };
    const path = pathname + search;
    const answer = await sendRaw(origin, { method: 'PUT', path, headers, body: png });
    expect([answer.status, codeOf(answer)]).to.deep.equal([411, 'MissingContentLength']);
    await expectNothingStored(upload);
  });

  const unsigned: Record<string, string> = {
    'x-amz-meta-note': 'mine',
    'x-amz-acl': 'public-read',
    'x-amz-grant-read': 'uri="http://acs.amazonaws.com/groups/global/AllUsers"',
    'x-amz-tagging': 'keep=true',
    'x-amz-storage-class': 'GLACIER',
    'x-amz-website-redirect-location': 'https://example.com/',
    'x-amz-object-lock-legal-hold': 'ON',
    'x-amz-server-side-encryption': 'aws:kms',
    'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
    'x-amz-checksum-crc32': 'AAAAAA==',
  };
  for (const [name, value] of Object.entries(unsigned)) {
    it(`rejects the unsigned header ${name}, and stores nothing`, async () => {
      const upload = await suite.signed(customer);
      const answer = await put(upload, { [name]: value });
      expect([answer.status, codeOf(answer)]).to.deep.equal([403, 'AccessDenied']);
      await expectNothingStored(upload);
    });
  }

  it("cannot copy another account's file with x-amz-copy-source", async () => {
    const owner = await suite.customer();
    const { url } = await suite.inline(owner, blackPng(77));
    const key = new URL(url).pathname.slice('/media/'.length);
    const upload = await suite.signed(customer);
    for (const body of [png, Buffer.alloc(0)]) {
      const source = `/${suite.api.deps.env.s3.bucket}/${key}`;
      const answer = await put(upload, { 'x-amz-copy-source': source }, body);
      expect([answer.status, codeOf(answer)]).to.deep.equal([403, 'AccessDenied']);
    }
    await expectNothingStored(upload);
  });

  it('works only for its object, method and query', async () => {
    const upload = await suite.signed(customer);
    const { origin, pathname, search } = new URL(upload.upload_url);
    const tries = [
      ...['GET', 'HEAD', 'DELETE'].map((method) => ({ method, extra: '' })),
      ...SUBRESOURCES.map((name) => ({ method: 'PUT', extra: `&${name}` })),
    ];
    for (const { method, extra } of tries) {
      const answer = await sendRaw(origin, {
        method,
        path: pathname + search + extra,
        headers: upload.upload_headers ?? {},
        ...(method === 'PUT' && { body: png }),
      });
      expect(answer.status, `${method} ${extra}`).to.equal(403);
    }
    await expectNothingStored(upload);
  });

  it('accepts standard HTTP headers, which do not affect the served file', async () => {
    const upload = await suite.signed(customer);
    const allHeaders = {
      'Cache-Control': 'no-store',
      'Content-Disposition': 'attachment; filename="evil.exe"',
      'Content-Encoding': 'gzip',
      'Content-Language': 'tlh',
      Expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
    };
    expect((await put(upload, allHeaders)).status).to.equal(200);
    const { body } = await suite.read(customer, upload.id);
    const { headers } = await suite.served(body.url);
    expect(headers.get('content-type')).to.equal('image/png');
    expect(headers.get('cache-control')).to.equal('private, max-age=300');
    expect(headers.get('content-disposition')).to.equal(`inline; filename="${upload.id}"`);
    for (const name of ['content-encoding', 'content-language', 'expires']) {
      expect(headers.get(name), name).to.equal(null);
    }
    expect((await suite.servedBytes(body.url)).equals(png)).to.equal(true);
  });
});
