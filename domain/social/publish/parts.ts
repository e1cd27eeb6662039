import { findPostable } from '../accounts/postable.js';
import { withToken, type TokenDeps } from '../accounts/with-token.js';
import { announcePost } from '../posts/announce-post.js';
import { planPost } from '../posts/plan-post.js';
import type { PublishParts } from './deps.js';
import type { MakeDeps } from './make-rendition.js';
import { prepareRenditions } from './prepare-renditions.js';

export type PartsDeps = TokenDeps & MakeDeps;

/** What the run of a post uses of the other rooms. */
export function createParts(deps: PartsDeps): PublishParts {
  return {
    withToken: (id, use, signal) => withToken(deps, id, use, signal),
    findPostable,
    planPost,
    prepareRenditions: (postId, platform, signal) =>
      prepareRenditions(deps, postId, platform, signal),
    announcePost,
  };
}
