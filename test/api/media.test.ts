import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { ObjectStore } from '../../domain/ports/object-store.js';
import { deadEndpoint, storeAt, testBucket } from '../support/object-store.js';
import { startMediaApp, type MediaApp } from './media-app.js';

const ID = `gen_${'0123456789abcdef'.repeat(2)}`;
const NAME = 'Zq3_-9aBcDeFgHiJkLmNoPqRsTuVwXyZ0123';
const KEY = `outputs/${ID}/${NAME}.webp`;
const PATH = `/media/${KEY}`;
const BYTES = randomBytes(1000);

describe('GET /media/…', () => {
  const { store } = testBucket();
  let app: MediaApp;
  let etag = '';
  let lastModified = '';

  before(async () => {
    await store.put(KEY, BYTES, 'image/webp');
    app = await startMediaApp(store);
    const facts = await store.stat(KEY);
    etag = `"${facts?.etag}"`;
    lastModified = facts?.modifiedAt.toUTCString() ?? '';
  });

  after(() => app.stop());

  it('returns the whole output with the headers that caches, pages and browsers need', async () => {
    const { status, headers, body } = await app.ask(PATH);
    expect(status).to.equal(200);
    expect(body.equals(BYTES)).to.equal(true);
    expect(headers).to.include({
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cache-control': 'private, max-age=300',
      'content-disposition': `inline; filename="${ID}.webp"`,
      'content-length': '1000',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'image/webp',
      'cross-origin-resource-policy': 'cross-origin',
      etag,
      'last-modified': lastModified,
      'x-content-type-options': 'nosniff',
    });
    expect(etag).to.match(/^"[0-9a-f]{32}"$/);
  });

  it('lets a CDN cache the output for the configured time, and browsers for the usual time', async () => {
    const behind = await startMediaApp(store, { cdnSeconds: 86_400 });
    const { headers } = await behind.ask(PATH);
    await behind.stop();
    expect(headers['cache-control']).to.equal('public, max-age=300, s-maxage=86400');
  });

  it("returns the output's thumbnail", async () => {
    await store.put(`outputs/${ID}/${NAME}-thumb.webp`, Buffer.from('thumb'), 'image/webp');
    const { status, body } = await app.ask(`/media/outputs/${ID}/${NAME}-thumb.webp?download=1`);
    expect([status, String(body)]).to.deep.equal([200, 'thumb']);
  });

  it('responds to HEAD with the headers of GET and no body, and ignores Range', async () => {
    const get = await app.ask(PATH);
    for (const wanted of [{}, { Range: 'bytes=0-9' }]) {
      const head = await app.ask(PATH, wanted, 'HEAD');
      expect(head.status).to.equal(200);
      expect(head.body).to.have.length(0);
      expect({ ...head.headers, date: '' }).to.deep.equal({ ...get.headers, date: '' });
    }
  });

  it('returns an empty 200 for an empty output, with any range', async () => {
    const empty = `outputs/${ID}/${'e'.repeat(40)}.webp`;
    await store.put(empty, Buffer.alloc(0), 'image/webp');
    const { status, headers, body } = await app.ask(`/media/${empty}`, { Range: 'bytes=0-' });
    expect([status, headers['content-length'], body.length]).to.deep.equal([200, '0', 0]);
  });

  it('returns 304 without a body for a current copy, before it applies a range', async () => {
    const current = [
      { 'If-None-Match': etag },
      { 'If-None-Match': `"other", W/${etag}` },
      { 'If-None-Match': '*' },
      { 'If-Modified-Since': lastModified },
      { 'If-None-Match': etag, Range: 'bytes=5000-' },
    ];
    for (const method of ['GET', 'HEAD']) {
      for (const headers of current) {
        const answer = await app.ask(PATH, headers, method);
        expect(answer.status, JSON.stringify(headers)).to.equal(304);
        expect(answer.body).to.have.length(0);
        expect(answer.headers).to.include({ etag, 'access-control-allow-origin': '*' });
        expect(answer.headers).to.not.have.property('content-length');
      }
    }
    for (const headers of [{ 'If-None-Match': '"other"' }, { 'If-Modified-Since': 'rubbish' }]) {
      expect((await app.ask(PATH, headers)).status, JSON.stringify(headers)).to.equal(200);
    }
  });

  it('returns NOT_FOUND, uncached, for an unknown key in the right format', async () => {
    const { status, headers, body } = await app.ask(`/media/outputs/${ID}/${'x'.repeat(32)}.webp`);
    expect([status, String(body)]).to.deep.equal([404, 'NOT_FOUND']);
    expect(headers).to.not.have.any.keys('cache-control', 'etag');
  });

  it('returns 405 with Allow for other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await app.ask(PATH, {}, method);
      expect([status, headers.allow], method).to.deep.equal([405, 'GET, HEAD']);
    }
  });

  it('never serves another object of the bucket, however the path is spelled', async () => {
    const others = [
      `staging/${ID}/${NAME}.webp`,
      `uploads/${ID}/${NAME}.webp`,
      `outputs/${ID}/a.webp`,
    ];
    for (const key of others) await store.put(key, Buffer.from('secret'), 'image/webp');
    const paths = [
      ...others.map((key) => `/media/${key}`),
      `/media/outputs/${ID}/../../staging/${ID}/${NAME}.webp`,
      `/media/outputs/../staging/${ID}/${NAME}.webp`,
      `/media/outputs/${ID}/%2e%2e/%2e%2e/staging/${ID}/${NAME}.webp`,
      `/media/outputs%2f${ID}%2F${NAME}.webp`,
      `/media/outputs/${ID}/${NAME}%00.webp`,
      `/media//outputs/${ID}/${NAME}.webp`,
      `/media/outputs/${ID.toUpperCase()}/${NAME}.webp`,
      `/media/outputs/${ID}/${NAME}.webp/`,
      `/media/outputs/${ID}/${NAME}.svg`,
      `/media/outputs/${ID}/${NAME.slice(0, 31)}.webp`,
      `/media/outputs/${ID}/`,
      `/media/`,
      `/MEDIA/${KEY}`,
      `/x${PATH}`,
    ];
    for (const path of paths) expect(String((await app.ask(path)).body), path).to.equal('next');
  });

  for (const behaviour of ['disconnects', 'stops reading']) {
    it(`closes the connection to the store when the client ${behaviour}`, async () => {
      const large = `outputs/${ID}/${'l'.repeat(40)}.webp`;
      await store.put(large, Buffer.alloc(20 << 20), 'image/webp');
      let fromStore: Readable | null = null;
      const read: ObjectStore['read'] = async (...given) =>
        (fromStore = await store.read(...given));
      const impatient = await startMediaApp({ ...store, read }, { readerStallMs: 100 });

      const sent = impatient.send(`/media/${large}`);
      const [response] = await once(sent, 'response');
      if (behaviour === 'disconnects') sent.destroy();
      else response.on('error', () => sent.destroy()).pause();
      const stream = fromStore as Readable | null;
      if (stream && !stream.closed) await once(stream, 'close').catch(() => 'closed by an error');
      await impatient.stop();
      expect(stream).to.include({ destroyed: true, readableEnded: false });
    });
  }

  it('never sends the bytes of an object that is replaced with the ETag of the object before', async () => {
    const key = `outputs/${ID}/${'s'.repeat(40)}.webp`;
    await store.put(key, Buffer.from('old'), 'image/webp');
    const before = await store.stat(key);
    let isReplaced = false;
    const read: ObjectStore['read'] = async (...given) => {
      if (!isReplaced) await store.put(key, Buffer.from('replaced'), 'image/webp');
      isReplaced = true;
      return store.read(...given);
    };
    const racing = await startMediaApp({ ...store, read });
    const { status, headers, body } = await racing.ask(`/media/${key}`);
    await racing.stop();
    expect([status, String(body)]).to.deep.equal([200, 'replaced']);
    expect(headers['content-length']).to.equal('8');
    expect(headers.etag).to.not.equal(`"${before?.etag}"`);
  });

  it('returns UNAVAILABLE for an object that is replaced at every lookup', async () => {
    const key = `outputs/${ID}/${'t'.repeat(40)}.webp`;
    await store.put(key, Buffer.from('0'), 'image/webp');
    let version = 0;
    const read: ObjectStore['read'] = async (...given) => {
      await store.put(key, Buffer.from(String((version += 1))), 'image/webp');
      return store.read(...given);
    };
    const racing = await startMediaApp({ ...store, read });
    const { status, body } = await racing.ask(`/media/${key}`);
    await racing.stop();
    expect([status, String(body), version]).to.deep.equal([503, 'UNAVAILABLE', 3]);
  });

  it('returns UNAVAILABLE with Retry-After while the store is down', async () => {
    const down = await startMediaApp(storeAt(await deadEndpoint()));
    const { status, headers, body } = await down.ask(PATH);
    await down.stop();
    expect([status, String(body)]).to.deep.equal([503, 'UNAVAILABLE']);
    expect(headers['retry-after']).to.equal('5');
    expect(headers).to.not.have.property('cache-control');
  });
});
