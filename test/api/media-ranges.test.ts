import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { testBucket } from '../support/object-store.js';
import { startMediaApp, type MediaApp } from './media-app.js';

const KEY = `outputs/gen_${'0123456789abcdef'.repeat(2)}/${'r'.repeat(40)}.webp`;
const PATH = `/media/${KEY}`;
const BYTES = randomBytes(1000);

describe('GET /media/… with Range', () => {
  const { store } = testBucket();
  let app: MediaApp;
  let etag = '';
  let lastModified = '';

  before(async () => {
    await store.put(KEY, BYTES, 'image/webp');
    const facts = await store.stat(KEY);
    etag = `"${facts?.etag}"`;
    lastModified = facts?.modifiedAt.toUTCString() ?? '';
    app = await startMediaApp(store);
  });

  after(() => app.stop());

  const PARTS: Record<string, [number, number]> = {
    'bytes=0-9': [0, 9],
    'bytes=990-': [990, 999],
    'bytes=999-999': [999, 999],
    'bytes=500-100000': [500, 999],
    'bytes=-10': [990, 999],
    'bytes=-5000': [0, 999],
    'Bytes= 5-6 ': [5, 6],
  };
  for (const [range, [from, to]] of Object.entries(PARTS)) {
    it(`returns 206 with bytes ${from} to ${to} for "${range}"`, async () => {
      const { status, headers, body } = await app.ask(PATH, { Range: range });
      expect(status).to.equal(206);
      expect(headers['content-range']).to.equal(`bytes ${from}-${to}/1000`);
      expect(headers['content-length']).to.equal(String(to - from + 1));
      expect(headers).to.include({ etag, 'content-type': 'image/webp' });
      expect(body.equals(BYTES.subarray(from, to + 1))).to.equal(true);
    });
  }

  for (const range of ['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', `bytes=${'9'.repeat(30)}-`]) {
    it(`returns 416 with the size, uncached, for "${range}"`, async () => {
      const { status, headers } = await app.ask(PATH, { Range: range });
      expect(status).to.equal(416);
      expect(headers['content-range']).to.equal('bytes */1000');
      expect(headers).to.not.have.property('cache-control');
    });
  }

  const NO_RANGE = [
    'bytes=-',
    'bytes=9-5',
    'bytes=a-b',
    'bytes=0-9,20-29',
    'items=0-9',
    'bytes 0-9',
    'bytes=1.5-9',
    'bytes=0--9',
  ];
  for (const range of NO_RANGE) {
    it(`ignores "${range}", which is malformed, multiple or in another unit`, async () => {
      const { status, body } = await app.ask(PATH, { Range: range });
      expect([status, body.length]).to.deep.equal([200, 1000]);
    });
  }

  it('applies the range with If-Range only if the version matches by strong comparison', async () => {
    const cases: [string, number][] = [
      [etag, 206],
      [lastModified, 206],
      [`W/${etag}`, 200],
      ['"other"', 200],
      ['Thu, 01 Jan 1970 00:00:00 GMT', 200],
      ['Fri, 01 Jan 2100 00:00:00 GMT', 200],
    ];
    for (const [validator, expected] of cases) {
      const { status } = await app.ask(PATH, { Range: 'bytes=0-9', 'If-Range': validator });
      expect(status, validator).to.equal(expected);
    }
    const beyond = await app.ask(PATH, { Range: 'bytes=5000-', 'If-Range': '"other"' });
    expect(beyond.status).to.equal(200);
  });
});
