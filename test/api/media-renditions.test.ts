import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { DataSource } from 'typeorm';
import { createFetchNotes } from '../../domain/social/publish/note-fetches.js';
import { hasBeenFetched } from '../../domain/social/publish/load-job.js';
import { MediaFetch } from '../../entities/media-fetch.js';
import { usePlatform } from '../support/use-platform.js';
import { until } from '../support/until.js';

const secret = () => randomBytes(16).toString('hex');
const CRAWLER = {
  'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  accept: '*/*',
  'accept-encoding': 'identity',
};

describe("renditions fetched by a platform's crawler", () => {
  const api = usePlatform();
  const ask = (key: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${api.url}/media/${key}`, {
      redirect: 'manual',
      method,
      headers: { ...CRAWLER, ...headers },
    });

  async function rendition(bytes: Buffer, ending: 'jpg' | 'mp4', type: string) {
    const postId = `pst_${secret()}`;
    const key = `renditions/${postId}/${secret()}.${ending}`;
    await api.deps.store.put(key, bytes, type);
    return { postId, key };
  }

  it('are served as a plain 200 without a key, a cookie or a redirect', async () => {
    const bytes = randomBytes(3_000);
    const { key } = await rendition(bytes, 'jpg', 'image/jpeg');
    for (let nth = 0; nth < 2; nth += 1) {
      const answer = await ask(key);
      expect(answer.status).to.equal(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).to.equal(true);
      const found = Object.fromEntries(answer.headers);
      expect(found).to.include({ 'content-type': 'image/jpeg', 'content-length': '3000' });
      expect(found['etag']).to.equal(`"${(await api.deps.store.stat(key))?.etag}"`);
      expect(found).to.not.have.any.keys(
        'set-cookie',
        'location',
        'content-encoding',
        'x-robots-tag',
        'www-authenticate',
      );
    }
  });

  it('are not blocked by a robots.txt', async () => {
    // A crawler that gets a 4xx may fetch everything (RFC 9309, 2.3.1.3).
    const { status } = await fetch(`${api.url}/robots.txt`, { headers: CRAWLER });
    expect(status).to.be.within(400, 428);
  });

  it('are served for HEAD and then in consecutive ranges', async () => {
    const bytes = randomBytes(300_000);
    const { key } = await rendition(bytes, 'mp4', 'video/mp4');
    const head = await ask(key, {}, 'HEAD');
    expect(head.status).to.equal(200);
    expect(Object.fromEntries(head.headers)).to.include({
      'accept-ranges': 'bytes',
      'content-type': 'video/mp4',
      'content-length': '300000',
    });
    const etag = head.headers.get('etag') ?? '';
    const parts = [];
    for (const range of ['bytes=0-99999', 'bytes=100000-199999', 'bytes=200000-']) {
      const answer = await ask(key, { range, 'if-range': etag });
      expect(answer.status).to.equal(206);
      const [, span] = range.split('=');
      expect(answer.headers.get('content-range')).to.match(new RegExp(`^bytes ${span}.*/300000$`));
      parts.push(Buffer.from(await answer.arrayBuffer()));
    }
    expect(Buffer.concat(parts).equals(bytes)).to.equal(true);
    const beyond = await ask(key, { range: 'bytes=300000-' });
    expect([beyond.status, beyond.headers.get('content-range')]).to.deep.equal([
      416,
      'bytes */300000',
    ]);
  });

  it('are not found if they are missing or are the source copy of a post', async () => {
    const postId = `pst_${secret()}`;
    const copy = `posts/${postId}/${secret()}.webp`;
    await api.deps.store.put(copy, randomBytes(10), 'image/webp');
    const missing = `renditions/${postId}/${secret()}.jpg`;
    for (const key of [copy, missing]) expect((await ask(key)).status, key).to.equal(404);
  });
});

describe('the record of the first fetch of a rendition', () => {
  const api = usePlatform();

  async function store(postId = `pst_${secret()}`) {
    const key = `renditions/${postId}/${secret()}.jpg`;
    await api.deps.store.put(key, randomBytes(100), 'image/jpeg');
    return { postId, key };
  }
  const evidence = (postId: string, ...keys: string[]) =>
    hasBeenFetched(api.deps.db.manager, postId, keys);
  const get = async (key: string, init: RequestInit = {}) => {
    const answer = await fetch(`${api.url}/media/${key}`, init);
    await answer.arrayBuffer();
    return answer;
  };

  it('is written by a full or partial GET, and by nothing else', async () => {
    const [asked, headed, parted] = [await store(), await store(), await store()];
    const missing = `renditions/${asked.postId}/${secret()}.jpg`;
    expect((await get(missing)).status).to.equal(404);
    await get(headed.key, { method: 'HEAD' });
    await get(parted.key, { headers: { range: 'bytes=0-9' } });
    await get(asked.key);
    await until('the fetch is recorded', () => evidence(asked.postId, asked.key));
    await until('the fetch is recorded', () => evidence(parted.postId, parted.key));
    expect(await evidence(headed.postId, headed.key)).to.equal(false);
    expect(await evidence(asked.postId, missing)).to.equal(false);
    expect(await evidence(headed.postId, asked.key), 'fetches for another post').to.equal(false);
    expect(await evidence(asked.postId), 'fetches without a key').to.equal(false);
  });

  it("belongs to one attempt: fetches of another attempt's files do not count", async () => {
    const first = await store();
    const second = await store(first.postId);
    await get(first.key);
    await until('the fetch is recorded', () => evidence(first.postId, first.key, second.key));
    expect(await evidence(first.postId, second.key)).to.equal(false);
  });

  it('is written even if a client disconnects halfway', async () => {
    const postId = `pst_${secret()}`;
    const key = `renditions/${postId}/${secret()}.mp4`;
    await api.deps.store.put(key, Buffer.alloc(20 << 20), 'video/mp4');
    const leaving = new AbortController();
    const answer = await fetch(`${api.url}/media/${key}`, { signal: leaving.signal });
    expect(answer.status).to.equal(200);
    leaving.abort();
    await until('the fetch is recorded', () => evidence(postId, key));
  });

  it('keeps the time of the first fetch when the same file is fetched again', async () => {
    const { postId, key } = await store();
    await get(key);
    await until('the fetch is recorded', () => evidence(postId, key));
    const { createdAt } = await api.deps.db.manager.findOneByOrFail(MediaFetch, { key });
    const other = createFetchNotes(api.deps.db);
    other(key);
    const next = await store(postId);
    other(next.key);
    await until('the fetch is recorded', () => evidence(postId, next.key));
    const again = await api.deps.db.manager.findOneByOrFail(MediaFetch, { key });
    expect(again.createdAt).to.deep.equal(createdAt);
  });

  it('does not delay responses during a database outage, and is written when the outage ends', async () => {
    const { postId, key } = await store();
    const warnings: unknown[] = [];
    let tries = 0;
    const query = async (...args: Parameters<DataSource['query']>): Promise<unknown> => {
      tries += 1;
      if (tries < 4) throw new Error('away');
      return api.deps.db.query(...args);
    };
    const note = createFetchNotes({ query } as DataSource, {
      retryMs: 1,
      warn: (error) => warnings.push(error),
    });
    const keys = [key, ...Array.from({ length: 50 }, () => `renditions/${postId}/${secret()}.jpg`)];
    for (const one of keys) note(one);
    note('outputs/anything');
    await until('the fetch is recorded', () => evidence(postId, keys.at(-1) ?? ''));
    expect(await api.deps.db.manager.countBy(MediaFetch, { postId })).to.equal(51);
    expect([warnings.length, tries], 'the first fetch alone, then all later fetches').to.deep.equal(
      [1, 5],
    );
    for (const one of keys) note(one);
    expect(tries, 'known').to.equal(5);
  });
});
