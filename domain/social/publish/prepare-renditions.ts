import type { DataSource } from 'typeorm';
import type { Platform } from '../../catalogue/social-platforms.js';
import { RenditionImpossible } from '../../ports/rendition-maker.js';
import { PlatformFailure } from '../../ports/social-platform.js';
import { SocialPost } from '../../../entities/social-post.js';
import { SocialPublication, type Rendition } from '../../../entities/social-publication.js';
import { executeAndCount } from '../../../entities/rows.js';
import { planPost } from '../posts/plan-post.js';
import { makeRendition, type MakeDeps } from './make-rendition.js';

export interface PrepareDeps extends MakeDeps {
  readonly db: DataSource;
}

/**
 * A second call finds the prepared renditions, and so does every attempt until `renditions` is
 * emptied.
 */
const UNPREPARED = "state IN ('preparing', 'armed') AND renditions = '[]'";

/**
 * Creates and stores a post's files for one platform, and references them in the row. Safe to
 * repeat: referenced files are not created again. Each run uses new secret keys, so a fetch proves
 * that the platform has received this attempt.
 * @throws {PlatformFailure} `permanent` if a file cannot be created
 */
export async function prepareRenditions(
  deps: PrepareDeps,
  postId: string,
  platform: Platform,
  signal: AbortSignal,
): Promise<void> {
  const { db, store } = deps;
  const row = await db.manager.findOneBy(SocialPublication, { postId, platform });
  if (!row || !isUnprepared(row)) return;
  const post = await db.manager.findOneByOrFail(SocialPost, { id: postId });
  const made = await makeAll(deps, post, platform, signal);
  const kept = await executeAndCount(
    db,
    `UPDATE social_publication SET renditions = $3
     WHERE post_id = $1 AND platform = $2 AND ${UNPREPARED}`,
    [postId, platform, JSON.stringify(made)],
  );
  if (kept === 1) return;
  // Another worker was faster, or the post has ended.
  const given = new Set(post.sources.map(({ key }) => key));
  await store.remove(made.map(({ key }) => key).filter((key) => !given.has(key)));
}

/** Checks the condition of `UNPREPARED` for a row in memory. */
const isUnprepared = ({ state, renditions }: SocialPublication): boolean =>
  (state === 'preparing' || state === 'armed') && renditions.length === 0;

async function makeAll(
  deps: PrepareDeps,
  post: SocialPost,
  platform: Platform,
  signal: AbortSignal,
): Promise<Rendition[]> {
  const { caption, settings, media, sources } = post;
  const { canEncode } = deps.renditionMaker;
  const plan = planPost({ platform, caption, settings, media, sources, canEncode });
  if (plan.issues.length > 0 || plan.renditions.length === 0) throw refuse('no_plan');
  const made: Rendition[] = [];
  try {
    // Sequentially, because each rendition may need 100 MB.
    for (const [at, one] of plan.renditions.entries()) {
      signal.throwIfAborted();
      const source = sources[at];
      if (!source) throw refuse('no_source');
      made.push(
        await makeRendition(deps, { postId: post.id, platform, source, plan: one }, signal),
      );
    }
    return made;
  } catch (error) {
    if (!(error instanceof RenditionImpossible)) throw error;
    const failure = refuse('not_made');
    failure.cause = error;
    throw failure;
  }
}

const refuse = (why: string) =>
  new PlatformFailure('permanent', 'MEDIA_REFUSED', `rendition/${why}`);
