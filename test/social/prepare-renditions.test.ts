import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import sharp from 'sharp';
import { createRenditionMaker } from '../../adapters/media/make-rendition.js';
import { toDeliverable } from '../../adapters/media/deliverable.js';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import type { PublicationState } from '../../domain/catalogue/social-states.js';
import { StorageUnavailable } from '../../domain/ports/object-store.js';
import { PlatformFailure } from '../../domain/ports/social-platform.js';
import {
  prepareRenditions,
  type PrepareDeps,
} from '../../domain/social/publish/prepare-renditions.js';
import { forgetDraft } from '../../domain/social/publish/publication.js';
import { SocialPost } from '../../entities/social-post.js';
import { SocialPublication, type Rendition } from '../../entities/social-publication.js';
import { boxes, clip } from '../../packages/studio/test/clip/clips.js';
import { useCredentials } from '../media/credentials/rig.js';
import { indexLast } from '../media/index-last.js';
import { encoderStub } from '../support/encoder-stub.js';
import { failureOf } from '../support/failure.js';
import { usePlatform } from '../support/use-platform.js';
import { forgetPosts, insertPost, type StoredFile } from './insert-post.js';

const { signal } = new AbortController();
const secret = () => randomBytes(16).toString('hex');

describe('prepareRenditions', () => {
  const api = usePlatform({ cleanUp: () => forgetPosts(api.deps) });
  const upstream = useCredentials('Upstream');
  let picture: Buffer;
  let film: Buffer;
  before(async () => {
    const drawn = sharp({
      create: { width: 200, height: 800, channels: 3, background: '#d01818' },
    });
    const provenance = { generationId: 'gen_1', synthetic: 'algorithmic' } as const;
    picture = (await toDeliverable(await drawn.png().toBuffer(), provenance)).image;
    film = await clip({ width: 640, height: 360 });
  });

  const deps = (change: Partial<PrepareDeps> = {}): PrepareDeps => ({
    ...api.deps,
    renditionMaker: createRenditionMaker(null),
    ...change,
  });

  const post = (platform: Platform, files: readonly StoredFile[], state?: PublicationState) =>
    insertPost(api.deps, platform, files, { state });
  const film16x9 = (bytes: Buffer = film) => ({
    bytes,
    contentType: 'video/mp4',
    width: 640,
    height: 360,
    durationMs: 1_000,
  });
  const renditionsOf = async (postId: string): Promise<readonly Rendition[]> =>
    (await api.deps.db.manager.findOneByOrFail(SocialPublication, { postId })).renditions;
  const objectsOf = async (postId: string): Promise<string[]> =>
    (await api.deps.store.list(`renditions/${postId}/`, '', 100)).map(({ key }) => key);
  const bytesOf = async ({ key }: { readonly key: string }): Promise<Buffer> =>
    (await api.deps.store.get(key, 10_000_000)) ?? Buffer.alloc(0);
  const readCredentials = async (bytes: Buffer) =>
    (await api.deps.credentialReader.examine(bytes, [])).credentials;
  const prepare = (postId: string, platform: Platform, change?: Partial<PrepareDeps>) =>
    prepareRenditions(deps(change), postId, platform, signal);

  it('creates every picture as planned, and records the stored files', async () => {
    const id = await post('instagram', [{ bytes: picture }, { bytes: picture }]);
    await prepare(id, 'instagram');
    const made = await renditionsOf(id);
    expect(made).to.have.length(2);
    for (const one of made) {
      expect(one.key).to.match(new RegExp(`^renditions/${id}/[0-9a-f]{32}\\.jpg$`));
      const bytes = await bytesOf(one);
      expect(one).to.deep.include({
        contentType: 'image/jpeg',
        size: bytes.length,
        width: 640,
        height: 800,
        durationMs: null,
      });
      expect(await sharp(bytes).metadata()).to.include({ width: 640, height: 800 });
      const served = await fetch(`${api.url}/media/${one.key}`);
      expect([served.status, served.headers.get('content-type')]).to.deep.equal([
        200,
        'image/jpeg',
      ]);
      expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).to.equal(true);
    }
    expect(await objectsOf(id)).to.have.members(made.map(({ key }) => key));
  });

  it('does nothing when repeated', async () => {
    const id = await post('threads', [{ bytes: picture }]);
    await prepare(id, 'threads');
    const [made, objects] = [await renditionsOf(id), await objectsOf(id)];
    await prepare(id, 'threads');
    expect([await renditionsOf(id), await objectsOf(id)]).to.deep.equal([made, objects]);
  });

  it('creates new files for a new attempt, so that each fetch belongs to one attempt', async () => {
    const id = await post('tiktok', [{ bytes: picture }]);
    await prepare(id, 'tiktok');
    const [first] = await renditionsOf(id);
    await api.deps.db.manager.update(SocialPublication, { postId: id }, { state: 'armed' });
    await forgetDraft(api.deps.db.manager, { postId: id, platform: 'tiktok' });
    await prepare(id, 'tiktok');
    const [second] = await renditionsOf(id);
    expect(second?.key).to.not.equal(first?.key);
    expect(await objectsOf(id), 'the first may still be fetched').to.have.members([
      first?.key,
      second?.key,
    ]);
  });

  it('creates nothing for a publication that is waiting, has ended or is deleted', async () => {
    for (const state of ['waiting', 'published', 'failed'] as const) {
      const id = await post('threads', [{ bytes: picture }], state);
      await prepare(id, 'threads');
      expect([await renditionsOf(id), await objectsOf(id)], state).to.deep.equal([[], []]);
    }
    await prepare(`pst_${secret()}`, 'threads');
  });

  it('leaves only one set of files if two workers race or the post ends in the meantime', async () => {
    const id = await post('threads', [{ bytes: picture }, { bytes: picture }]);
    await Promise.all([prepare(id, 'threads'), prepare(id, 'threads')]);
    const made = await renditionsOf(id);
    expect(made).to.have.length(2);
    expect(await objectsOf(id)).to.have.members(made.map(({ key }) => key));

    const ending = await post('threads', [{ bytes: picture }]);
    const renditionMaker = createRenditionMaker(null);
    await prepare(ending, 'threads', {
      renditionMaker: {
        ...renditionMaker,
        async makePicture(...args) {
          const settled = { state: 'failed', errorCode: 'TOO_LATE' } as const;
          await api.deps.db.manager.update(SocialPublication, { postId: ending }, settled);
          return renditionMaker.makePicture(...args);
        },
      },
    });
    expect([await renditionsOf(ending), await objectsOf(ending)]).to.deep.equal([[], []]);
  });

  it('copies a clip only for platforms that fetch it, and not for those that receive it by upload', async () => {
    for (const platform of ['threads', 'youtube'] as const) {
      const id = await post(platform, [film16x9()]);
      await prepare(id, platform);
      const { sources } = await api.deps.db.manager.findOneByOrFail(SocialPost, { id });
      const [made] = await renditionsOf(id);
      expect(made).to.deep.include({
        contentType: 'video/mp4',
        size: film.length,
        width: 640,
        height: 360,
        durationMs: 1_000,
      });
      expect((await bytesOf(made ?? { key: '' })).equals(film)).to.equal(true);
      expect(made?.key === sources[0]?.key, platform).to.equal(platform === 'youtube');
      expect(await objectsOf(id)).to.deep.equal(platform === 'youtube' ? [] : [made?.key]);
    }
  });

  it('keeps the file of the post if two workers race to prepare a clip for upload', async () => {
    const id = await post('youtube', [film16x9()]);
    await Promise.all([prepare(id, 'youtube'), prepare(id, 'youtube')]);
    const [made] = await renditionsOf(id);
    expect((await bytesOf(made ?? { key: '' })).equals(film)).to.equal(true);
  });

  it("moves a clip's index to the front for platforms that fetch the clip", async () => {
    const last = indexLast(film);
    const id = await post('threads', [film16x9(last)]);
    await prepare(id, 'threads');
    const [made] = await renditionsOf(id);
    const bytes = await bytesOf(made ?? { key: '' });
    expect(made?.size).to.equal(bytes.length);
    const types = boxes(bytes).map(({ type }) => type);
    expect(types.indexOf('moov')).to.be.below(types.indexOf('mdat'));
    expect((await readCredentials(bytes)).state).to.equal('valid');
  });

  it('keeps the manifest of the output that a rendition is made from', async () => {
    const { program, remove } = await encoderStub(film);
    const files = {
      picture: await upstream.sign({ bytes: picture, contentType: 'image/webp' }),
      clip: await upstream.sign({ bytes: film, contentType: 'video/mp4' }),
    };
    const renditionMaker = createRenditionMaker(program);
    try {
      const large = { ...film16x9(Buffer.from(files.clip.bytes)), width: 1_920, height: 1_080 };
      const sources = [
        ['instagram', { bytes: Buffer.from(files.picture.bytes) }],
        ['twitter', large],
      ] as const;
      for (const [platform, source] of sources) {
        const id = await post(platform, [source]);
        await prepare(id, platform, { renditionMaker });
        const [made] = await renditionsOf(id);
        if (!made) throw new Error('nothing was made');
        const { state, chain } = await readCredentials(await bytesOf(made));
        expect(state).to.equal('valid');
        expect(chain.map(({ issuer }) => issuer)).to.deep.equal(['localhost', 'Upstream']);
        const actions = chain[0]?.actions.map(({ action }) => action);
        expect(actions).to.deep.equal(['c2pa.opened', 'c2pa.transcoded']);
      }
    } finally {
      await remove();
    }
  });

  it('encodes a clip that is too large, and records the result', async () => {
    const { program, remove } = await encoderStub(film);
    try {
      const id = await post('twitter', [{ ...film16x9(), width: 1_920, height: 1_080 }]);
      await prepare(id, 'twitter', { renditionMaker: createRenditionMaker(program) });
      const [made] = await renditionsOf(id);
      expect(made).to.deep.include({ width: 640, height: 360, durationMs: 1_000 });
      expect((await bytesOf(made ?? { key: '' })).length).to.equal(made?.size);
      expect(await objectsOf(id)).to.deep.equal([made?.key]);
    } finally {
      await remove();
    }
  });

  it('fails permanently if a file cannot be created, and removes the other files', async () => {
    const large = { ...film16x9(), width: 1_920, height: 1_080 };
    const gone = await post('threads', [{ bytes: picture }]);
    const { sources } = await api.deps.db.manager.findOneByOrFail(SocialPost, { id: gone });
    await api.deps.store.remove(sources.map(({ key }) => key));
    const cases: readonly [string, Platform, string][] = [
      [await post('twitter', [large]), 'twitter', 'rendition/no_plan'],
      [await post('youtube', [{ bytes: picture }]), 'youtube', 'rendition/no_plan'],
      [await post('threads', [{ bytes: Buffer.from('x') }]), 'threads', 'rendition/not_made'],
      [gone, 'threads', 'rendition/not_made'],
    ];
    for (const [id, platform, platformCode] of cases) {
      const failure = await failureOf(prepare(id, platform));
      expect(failure).to.be.instanceOf(PlatformFailure);
      expect(failure).to.include({ kind: 'permanent', code: 'MEDIA_REFUSED', platformCode });
      expect([await renditionsOf(id), await objectsOf(id)]).to.deep.equal([[], []]);
    }
  });

  it('may be retried if the object store is unavailable or the worker stops', async () => {
    const id = await post('threads', [{ bytes: picture }]);
    const store = {
      ...api.deps.store,
      put: () => Promise.reject(new StorageUnavailable('away')),
    };
    expect(await failureOf(prepare(id, 'threads', { store }))).to.be.instanceOf(StorageUnavailable);
    const stopped = AbortSignal.abort(new Error('the worker stops'));
    const failure = await failureOf(prepareRenditions(deps(), id, 'threads', stopped));
    expect(failure.message).to.equal('the worker stops');
    await prepare(id, 'threads');
    expect(await renditionsOf(id)).to.have.length(1);
  });
});
