import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import pMap from 'p-map';
import { In } from 'typeorm';
import type { ObjectStore } from '../../domain/ports/object-store.js';
import { sweepUploads } from '../../domain/uploads/sweep-uploads.js';
import { MediaFetch } from '../../entities/media-fetch.js';
import { Upload } from '../../entities/upload.js';
import { uploadSuite } from '../api/uploads-rig.js';
import { blackPng } from '../media/inspection/made.js';

/** Negative age limit, so that every object is old enough to be checked. */
const NO_DELAY_MS = -60_000;
const secret = () => randomBytes(16).toString('hex');

describe('sweepUploads', () => {
  const suite = uploadSuite({ workers: null });
  const png = blackPng(64);
  const has = async (key: string) => (await suite.api.deps.store.stat(key)) !== null;
  const rowOf = (id: string) => suite.db.manager.findOneBy(Upload, { id });

  async function store(key: string): Promise<string> {
    await suite.api.deps.store.put(key, png, 'image/png');
    return key;
  }

  /** Creates an upload with its object, which expired this long ago. */
  async function expired(ago: string) {
    const { id } = await suite.inline(await suite.customer(), png);
    await suite.db.query('UPDATE upload SET expires_at = now() - $2::interval WHERE id = $1', [
      id,
      ago,
    ]);
    return { id, key: (await rowOf(id))?.objectKey ?? '' };
  }

  it('deletes only rows and objects that expired more than an hour ago', async () => {
    const [old, grace] = [await expired('61 minutes'), await expired('59 minutes')];
    const pending = await suite.signed(await suite.customer());
    await suite.put(pending, png);
    const staged = (await rowOf(pending.id))?.stagingKey ?? '';
    await suite.db.query(
      "UPDATE upload SET expires_at = now() - interval '2 hours' WHERE id = $1",
      [pending.id],
    );
    expect((await sweepUploads(suite.api.deps)).uploads).to.equal(2);
    expect([await rowOf(old.id), await rowOf(pending.id)]).to.deep.equal([null, null]);
    expect([await has(old.key), await has(staged)]).to.deep.equal([false, false]);
    expect((await rowOf(grace.id))?.id).to.equal(grace.id);
    expect(await has(grace.key)).to.equal(true);
    expect(await sweepUploads(suite.api.deps)).to.deep.equal({ uploads: 0, objects: 0 });
  });

  it('deletes a staged file an hour after its URL expires, and a read then explains the next step', async () => {
    const customer = await suite.customer();
    const staged = async (minutesAgo: number) => {
      const upload = await suite.signed(customer);
      await suite.put(upload, png);
      const key = await suite.stagingKey(upload.id);
      await suite.db.query(
        `UPDATE upload SET upload_expires_at = now() - $2 * interval '1 minute' WHERE id = $1`,
        [upload.id, minutesAgo],
      );
      return { id: upload.id, key };
    };
    const [left, kept] = [await staged(61), await staged(59)];
    await sweepUploads(suite.api.deps);
    expect([await has(left.key), await has(kept.key)]).to.deep.equal([false, true]);
    const rows = [await rowOf(left.id), await rowOf(kept.id)];
    expect(rows.map((row) => row?.stagingKey)).to.deep.equal([null, kept.key]);
    const read = await suite.read(customer, left.id);
    expect(read.status, read.text).to.equal(400);
    expect(read.text).to.include('UPLOAD_NOT_READY').and.include('create a new upload');
    const quote = { type: 'image', scene_image: left.id };
    const quoted = await customer.client.refused('POST', '/v1/quote', { body: quote, idem: null });
    expect(quoted.text).to.include('UPLOAD_NOT_READY').and.include('create a new upload');
  });

  it('deletes more staged files than one batch contains', async () => {
    const { accountId } = await suite.customer();
    await suite.db.query(
      `INSERT INTO upload (id, account_id, status, kind, content_type, staging_key, created_at,
         expires_at, upload_expires_at)
       SELECT 'upl_' || md5($1 || n), $1, 'pending', 'image', 'image/png',
         'staging/upl_' || md5($1 || n) || '/' || md5($1 || n) || '.png', now(),
         now() + interval '6 days', now() - interval '2 hours'
       FROM generate_series(1, 1100) AS n`,
      [accountId],
    );
    await sweepUploads(suite.api.deps);
    const left = 'SELECT 1 FROM upload WHERE account_id = $1 AND staging_key IS NOT NULL';
    expect(await suite.db.query(left, [accountId])).to.deep.equal([]);
  });

  it('deletes a staged file that exceeds the limit of its kind, even if it is new', async () => {
    const customer = await suite.customer();
    const bytes = Buffer.alloc(20_000_001);
    const keys = [];
    for (const content_type of ['image/png', 'video/mp4']) {
      const upload = await suite.signed(customer, { content_type });
      expect(await suite.put(upload, bytes)).to.equal(200);
      keys.push(await suite.stagingKey(upload.id));
    }
    expect((await sweepUploads(suite.api.deps)).objects).to.equal(1);
    expect(await Promise.all(keys.map(has))).to.deep.equal([false, true]);
  });

  it('deletes orphans with every prefix, but not objects in use', async () => {
    const customer = await suite.customer();
    const [waiting, done] = [await suite.signed(customer), await suite.inline(customer, png)];
    await suite.put(waiting, png);
    const [queued, ended] = [await suite.queued(customer), await suite.queued(customer)];
    const outputs = await suite.complete(ended);
    const wanted = [
      (await rowOf(waiting.id))?.stagingKey ?? '',
      (await rowOf(done.id))?.objectKey ?? '',
      await store(`work/${queued}/1`),
      ...outputs,
    ];
    const strays = [
      await store(`staging/upl_${secret()}/${secret()}.png`),
      await store(`staging/${done.id}/${secret()}.png`),
      await store(`uploads/${done.id}/${secret()}`),
      await store(`uploads/upl_${secret()}/${secret()}`),
      await store(`work/${ended}/1`),
      await store(`work/gen_${secret()}/1`),
    ];
    expect((await sweepUploads(suite.api.deps)).objects, 'new objects are kept').to.equal(0);
    await sweepUploads(suite.api.deps, NO_DELAY_MS);
    for (const key of strays) expect(await has(key), key).to.equal(false);
    for (const key of wanted) expect(await has(key), key).to.equal(true);
  });

  it('deletes files without a post, and the files of a post two days after it is settled', async () => {
    const { accountId } = await suite.customer();
    const post = async (status: string, settledAgo: string | null) => {
      const id = `pst_${secret()}`;
      await suite.db.query(
        `INSERT INTO social_post (id, account_id, key_id, character_id, platforms, generation_ids,
           due_at, settings, media, sources, status, credits, created_at, settled_at)
         VALUES ($1, $2, 'key', 'character', '{threads}', '{}', now(), '{}', 'images', '[]', $3, 1,
           now() - interval '40 days', now() - $4::interval)`,
        [id, accountId, status, settledAgo],
      );
      return id;
    };
    const filesOf = async (id: string) => {
      const rendition = await store(`renditions/${id}/${secret()}.jpg`);
      await suite.db.manager.insert(MediaFetch, { key: rendition, postId: id });
      return [await store(`posts/${id}/${secret()}.webp`), rendition];
    };
    const kept = [await post('scheduled', null), await post('published', '47 hours')];
    const gone = [await post('published', '49 hours'), `pst_${secret()}`];
    const wanted = (await Promise.all(kept.map(filesOf))).flat();
    const strays = (await Promise.all(gone.map(filesOf))).flat();

    await sweepUploads(suite.api.deps);
    for (const key of [...wanted, ...strays])
      expect(await has(key), `young: ${key}`).to.equal(true);
    await sweepUploads(suite.api.deps, NO_DELAY_MS);
    for (const key of strays) expect(await has(key), key).to.equal(false);
    for (const key of wanted) expect(await has(key), key).to.equal(true);
    const noted = await suite.db.manager.findBy(MediaFetch, { postId: In([...kept, ...gone]) });
    expect(noted.map(({ postId }) => postId).toSorted()).to.deep.equal(kept.toSorted());
    // Deletes these posts, because the ledger check would report that they were never charged.
    await suite.db.query('DELETE FROM social_post WHERE id = ANY($1)', [[...kept, ...gone]]);
  });

  it('deletes more orphans than one page contains', async () => {
    const keys = Array.from({ length: 510 }, () => `uploads/upl_${secret()}/${secret()}`);
    await pMap(keys, (key) => store(key), { concurrency: 30 });
    expect((await sweepUploads(suite.api.deps, NO_DELAY_MS)).objects).to.be.at.least(510);
    const left = new Set(await suite.keys('uploads/'));
    expect(keys.filter((key) => left.has(key))).to.deep.equal([]);
  });

  it('finishes a sweep that was killed after it had deleted the objects', async () => {
    const { id, key } = await expired('2 hours');
    const { deps } = suite.api;
    const remove: ObjectStore['remove'] = async (keys) => {
      await deps.store.remove(keys);
      throw new Error('killed');
    };
    await sweepUploads({ ...deps, store: { ...deps.store, remove } }).catch(() => undefined);
    expect((await rowOf(id))?.id, 'the row still references the object').to.equal(id);
    await sweepUploads(deps);
    expect([await rowOf(id), await has(key)]).to.deep.equal([null, false]);
  });
});
