import { expect } from 'chai';
import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { StorageUnavailable } from '../../domain/ports/object-store.js';
import { createS3ObjectStore } from '../../adapters/store/s3-object-store.js';
import { testBucket } from '../support/object-store.js';
import { failureOf } from '../support/failure.js';

const KEY = 'outputs/gen_1/picture.webp';
const ODD_KEY = "outputs/gen_1/a b+c&d='é'.webp";

describe('the object store on a real S3 server', () => {
  const { store, settings } = testBucket();

  it('creates the bucket only once if several processes race, and accepts an existing bucket', async () => {
    const duplicate = createS3ObjectStore({ ...settings, bucket: `race-${randomUUID()}` });
    await Promise.all([
      duplicate.ensureBucket(),
      duplicate.ensureBucket(),
      duplicate.ensureBucket(),
    ]);
    await duplicate.ensureBucket();
    await duplicate.put(KEY, Buffer.from('x'), 'image/webp');
  });

  it('allows uploads only from the configured origins', async () => {
    const origins = ['https://app.example', 'http://localhost:5173'];
    const bucket = `cors-${randomUUID()}`;
    await createS3ObjectStore({ ...settings, bucket, corsOrigins: origins }).ensureBucket();
    const ask = async (origin: string, method: string): Promise<string | null> => {
      const answer = await fetch(`${settings.endpoint}/${bucket}/staging/x`, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': method },
      });
      return answer.headers.get('access-control-allow-origin');
    };
    for (const origin of origins) expect(await ask(origin, 'PUT')).to.equal(origin);
    expect(await ask('https://evil.example', 'PUT')).to.equal(null);
    expect(await ask('https://app.example', 'GET'), 'pages only upload').to.equal(null);
    // A later start without this setting leaves the allowed origins unchanged.
    await createS3ObjectStore({ ...settings, bucket }).ensureBucket();
    expect(await ask('https://app.example', 'PUT')).to.equal('https://app.example');
  });

  it('returns the stored bytes and metadata', async () => {
    const bytes = randomBytes(5000);
    const before = Date.now();
    await store.put(KEY, bytes, 'image/webp');
    expect(await store.get(KEY, 5000)).to.deep.equal(bytes);
    const facts = await store.stat(KEY);
    expect(facts).to.include({ size: 5000, contentType: 'image/webp' });
    expect(facts?.etag).to.match(/^[0-9a-f]{32}$/);
    // HTTP dates have a resolution of one second.
    expect(facts?.modifiedAt.getTime()).to.be.within(before - 2000, Date.now() + 2000);
  });

  it('replaces bytes, type and ETag on a second put', async () => {
    await store.put('replaced', Buffer.from('first'), 'image/png');
    const first = await store.stat('replaced');
    await store.put('replaced', Buffer.from('second one'), 'image/webp');
    const second = await store.stat('replaced');
    expect(second).to.include({ size: 10, contentType: 'image/webp' });
    expect(second?.etag).to.not.equal(first?.etag);
  });

  it('stores an object larger than the part size completely', async () => {
    const bytes = randomBytes((20 << 20) + 7);
    await store.put('large', bytes, 'video/mp4');
    expect(await store.stat('large')).to.include({ size: bytes.length, contentType: 'video/mp4' });
    const back = await store.get('large', bytes.length);
    expect(back?.equals(bytes)).to.equal(true);
  });

  it('stores an empty object, and a key with special characters', async () => {
    await store.put('empty', Buffer.alloc(0), 'text/plain');
    expect(await store.get('empty', 0)).to.have.length(0);
    await store.put(ODD_KEY, Buffer.from('odd'), 'image/webp');
    expect(String(await store.get(ODD_KEY, 10))).to.equal('odd');
    await store.remove([ODD_KEY]);
    expect(await store.stat(ODD_KEY)).to.equal(null);
  });

  it('returns null for a missing object, even if its key lies below an existing key', async () => {
    await store.put('parent', Buffer.from('x'), 'text/plain');
    for (const key of ['missing', 'no/such/folder', 'parent/child']) {
      expect(await store.get(key, 10), key).to.equal(null);
      expect(await store.stat(key), key).to.equal(null);
      expect(await store.read(key, { start: 0, end: 1 }), key).to.equal(null);
    }
  });

  it('returns an object of exactly maxBytes, and rejects an object with one byte more', async () => {
    await store.put('ten', Buffer.from('0123456789'), 'text/plain');
    expect(await store.get('ten', 10)).to.have.length(10);
    expect(await failureOf(store.get('ten', 9))).to.be.instanceOf(RangeError);
  });

  it('reads a range that includes both ends', async () => {
    await store.put('digits', Buffer.from('0123456789'), 'text/plain');
    const cases: [number, number, string][] = [
      [0, 9, '0123456789'],
      [0, 0, '0'],
      [3, 5, '345'],
      [9, 9, '9'],
    ];
    for (const [start, end, expected] of cases) {
      const stream = await store.read('digits', { start, end });
      expect(stream && String(await buffer(stream))).to.equal(expected);
    }
    expect(await failureOf(store.read('digits', { start: 5, end: 4 }))).to.be.instanceOf(
      RangeError,
    );
  });

  it('removes many objects, and accepts missing objects and an empty list', async () => {
    await store.put('gone/1', Buffer.from('1'), 'text/plain');
    await store.put('gone/2', Buffer.from('2'), 'text/plain');
    await store.remove(['gone/1', 'never-there', 'gone/2']);
    await store.remove([]);
    expect(await store.stat('gone/1')).to.equal(null);
    expect(await store.stat('gone/2')).to.equal(null);
  });

  it('keeps the bucket private: a request without credentials is refused', async () => {
    await store.put('private', Buffer.from('x'), 'text/plain');
    for (const path of ['/private', '?list-type=2']) {
      const response = await fetch(`${settings.endpoint}/${settings.bucket}${path}`);
      expect(response.status, path).to.equal(403);
    }
  });

  it('reports wrong credentials as an error, not an outage', async () => {
    const stranger = createS3ObjectStore({ ...settings, secretKey: 'wrong' });
    const error = await failureOf(stranger.get(KEY, 5000));
    expect(error).to.not.be.instanceOf(StorageUnavailable);
    expect(error).to.have.property('code', 'SignatureDoesNotMatch');
  });
});
