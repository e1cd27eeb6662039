import { SocialPost } from '../../../entities/social-post.js';
import type { Rendition, SocialPublication } from '../../../entities/social-publication.js';
import type { PostItem, PlatformRefs, PublishJob } from '../../ports/social-platform.js';
import type { PlatformAccess } from '../accounts/with-token.js';
import { planPost } from '../posts/plan-post.js';
import type { PublishDeps } from './deps.js';
import { keepRefs } from './publication.js';
import { In, type EntityManager } from 'typeorm';
import { MediaFetch } from '../../../entities/media-fetch.js';

/** Builds a job from an access token and a signal. */
export type JobFactory = (access: PlatformAccess, signal: AbortSignal) => PublishJob;

/** Loads the adapter's input for a publication. */
export async function loadJob(deps: PublishDeps, row: SocialPublication): Promise<JobFactory> {
  const { db } = deps;
  const { postId, platform } = row;
  const post = await db.manager.findOneByOrFail(SocialPost, { id: postId });
  const { settings, media, sources } = post;
  const plan = planPost({ platform, caption: post.caption, settings, media, sources });
  const keys = row.renditions.map(({ key }) => key);
  return (access, signal) => {
    let refs: PlatformRefs = row.refs;
    return {
      ...access,
      form: plan.form,
      text: row.sentText ?? plan.text,
      title: plan.title,
      items: row.renditions.map((one) => toPostItem(deps, one)),
      settings,
      postId,
      get refs() {
        return refs;
      },
      async keep(more) {
        await keepRefs(db.manager, { postId, platform }, more);
        refs = { ...refs, ...more };
      },
      armedAt: row.armedAt?.getTime() ?? null,
      hasBeenFetched: () => hasBeenFetched(db.manager, postId, keys),
      signal,
    };
  };
}

function toPostItem({ mediaUrl, store }: PublishDeps, rendition: Rendition): PostItem {
  const { key, size, width, height, durationMs } = rendition;
  const contentType = rendition.contentType as PostItem['contentType'];
  return {
    url: mediaUrl(key),
    contentType,
    size,
    width,
    height,
    durationMs,
    async read(range) {
      const stream = await store.read(key, range);
      if (!stream) throw new Error('a rendition no longer exists');
      const chunks: Buffer[] = [];
      for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}

/**
 * Checks whether anyone has fetched one of these renditions. Only the platform got their URLs, so a
 * fetch proves that it has received the post, even if its response was lost.
 */
export function hasBeenFetched(
  db: EntityManager,
  postId: string,
  keys: readonly string[],
): Promise<boolean> {
  return db.existsBy(MediaFetch, { postId, key: In(keys) });
}
