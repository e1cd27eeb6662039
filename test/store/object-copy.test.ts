import { expect } from 'chai';
import type { ObjectFacts } from '../../domain/ports/object-store.js';
import { presignPut } from '../../adapters/store/presign.js';
import { s3Client, testBucket } from '../support/object-store.js';

const BYTES = Buffer.from('the bytes of a picture');
const STALE = '0'.repeat(32);

describe('object copies on a real S3 server', () => {
  const { store, settings } = testBucket();

  async function source(key: string): Promise<ObjectFacts> {
    await store.put(key, BYTES, 'image/png');
    return factsOf(key);
  }

  async function factsOf(key: string): Promise<ObjectFacts> {
    const facts = await store.stat(key);
    if (!facts) throw new Error(`no object ${key}`);
    return facts;
  }

  /** Reads every header that the object store keeps with an object. */
  async function headersOf(key: string): Promise<Record<string, unknown>> {
    const { metaData } = await s3Client(settings).statObject(settings.bucket, key);
    return metaData;
  }

  it('have the same bytes and the requested type', async () => {
    const { etag } = await source('a/from');
    expect(await store.copy('a/from', 'a/to', etag, 'image/heic')).to.equal(true);
    expect(await store.get('a/to', 100)).to.deep.equal(BYTES);
    expect(await factsOf('a/to')).to.include({ contentType: 'image/heic', size: BYTES.length });
    expect((await factsOf('a/from')).contentType, 'the source').to.equal('image/png');
  });

  it('are not created from another version or a missing object', async () => {
    const { etag } = await source('b/from');
    expect(await store.copy('b/from', 'b/to', STALE, 'image/png')).to.equal(false);
    expect(await store.copy('b/missing', 'b/to', etag, 'image/png')).to.equal(false);
    expect(await store.stat('b/to')).to.equal(null);
  });

  it('onto the same key change only the content type, and neither the bytes nor their ETag', async () => {
    const { etag } = await source('c/one');
    expect(await store.copy('c/one', 'c/one', etag, 'image/heic')).to.equal(true);
    expect(await store.get('c/one', 100)).to.deep.equal(BYTES);
    expect(await factsOf('c/one')).to.include({ contentType: 'image/heic', etag });
  });

  it('onto the same key change nothing if they require another version of the source', async () => {
    await source('d/one');
    expect(await store.copy('d/one', 'd/one', STALE, 'text/html')).to.equal(false);
    expect((await factsOf('d/one')).contentType).to.equal('image/png');
  });

  it('omit the other stored headers of the source', async () => {
    const key = 'e/from';
    const put = { key, contentType: 'image/png', size: null, expiresSeconds: 60, now: new Date() };
    const declared = {
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="evil.exe"',
      'content-encoding': 'gzip',
      'content-language': 'tlh',
    };
    const answer = await fetch(presignPut(settings, put), {
      method: 'PUT',
      headers: { 'content-type': 'image/png', ...declared },
      body: new Uint8Array(BYTES),
    });
    expect(answer.status).to.equal(200);
    expect(await headersOf(key), 'the store does keep them').to.include(declared);
    const { etag } = await factsOf(key);
    expect(await store.copy(key, 'e/to', etag, 'image/png')).to.equal(true);
    expect(await headersOf('e/to')).not.to.have.any.keys(Object.keys(declared));
  });
});
