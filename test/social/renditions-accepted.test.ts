import { expect } from 'chai';
import sharp from 'sharp';
import { IMAGE_ASPECT_RATIOS, computeImageSize } from '../../domain/catalogue/image-model.js';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import type { SocialSettings } from '../../domain/contract/social-settings.js';
import { prepareRenditions } from '../../domain/social/publish/prepare-renditions.js';
import { SocialPublication } from '../../entities/social-publication.js';
import { takeClip, takePicture } from '@media-platform/stand-ins/social/instagram/check.js';
import { fetchPhotos } from '@media-platform/stand-ins/social/tiktok/media.js';
import { clip } from '../../packages/studio/test/clip/clips.js';
import { indexLast } from '../media/index-last.js';
import { usePlatform } from '../support/use-platform.js';
import { forgetPosts, insertPost, type StoredFile } from './insert-post.js';

const { signal } = new AbortController();

/** The stand-ins share no code with the product. Their limits come only from the documentation. */
describe('renditions sent to the platform stand-ins', () => {
  const api = usePlatform({ cleanUp: () => forgetPosts(api.deps) });
  const pictures: StoredFile[] = [];
  before(async () => {
    for (const ratio of IMAGE_ASPECT_RATIOS) {
      const size = computeImageSize(ratio, '2K');
      const drawn = sharp({ create: { ...size, channels: 3, background: '#4080c0' } });
      pictures.push({ ...size, bytes: await drawn.webp().toBuffer() });
    }
  });

  async function addressesOf(
    platform: Platform,
    files: readonly StoredFile[],
    settings: SocialSettings = {},
  ): Promise<string[]> {
    const postId = await insertPost(api.deps, platform, files, { settings });
    await prepareRenditions(api.deps, postId, platform, signal);
    const row = await api.deps.db.manager.findOneByOrFail(SocialPublication, { postId });
    return row.renditions.map(({ key }) => `${api.url}/media/${key}`);
  }

  for (const [at, ratio] of IMAGE_ASPECT_RATIOS.entries()) {
    it(`are accepted by Instagram's feed and stories in ${ratio}`, async () => {
      const picture = pictures.slice(at, at + 1);
      const feed = await addressesOf('instagram', picture);
      const square = await addressesOf('instagram', picture, {
        instagram: { aspect_ratio: '1:1' },
      });
      for (const image_url of [...feed, ...square]) await takePicture({ image_url });
      const [image_url] = await addressesOf('instagram', picture, {
        instagram: { content_type: 'story' },
      });
      await takePicture({ image_url, media_type: 'STORIES' });
    });
  }

  it('are all accepted by TikTok, and in one size by an Instagram carousel', async () => {
    const sizes = new Set<string>();
    for (const image_url of await addressesOf('instagram', pictures)) {
      const { shown } = await takePicture({ image_url });
      const { width, height } = await sharp(shown.bytes).metadata();
      sizes.add(`${width}x${height}`);
    }
    expect([...sizes]).to.deep.equal(['1440x1440']);
    const photos = await fetchPhotos(await addressesOf('tiktok', pictures));
    expect(photos).to.be.an('array').with.length(10);
  });

  it('are accepted as a reel wherever the index of the clip is', async () => {
    const film = await clip({ width: 360, height: 640, seconds: 3 });
    const facts = { contentType: 'video/mp4', width: 360, height: 640, durationMs: 3_000 };
    for (const bytes of [film, indexLast(film)]) {
      const [video_url] = await addressesOf('instagram', [{ bytes, ...facts }]);
      expect(await takeClip({ video_url, media_type: 'REELS' })).to.be.an('object');
    }
  });
});
