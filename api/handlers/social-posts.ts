import { acceptPost } from '../../domain/social/posts/accept-post.js';
import { checkChangeRules, checkPostRules } from '../../domain/social/posts/post-rules.js';
import { findPost, findPosts, presentNow } from '../../domain/social/posts/find-posts.js';
import { previewPost } from '../../domain/social/posts/preview-post.js';
import { requestCancelPost, requestMovePost } from '../../domain/social/posts/request-change.js';
import { waitForPost } from '../../domain/social/posts/wait-for-post.js';
import { POST_EVENTS } from '../../domain/contract/callback.js';
import { checkCallback } from '../../domain/webhooks/callbacks.js';
import { presentPage } from '../../domain/contract/common.js';
import type { CreateSocialPostBody } from '../../domain/contract/social-post-request.js';
import { NotStored } from '../route.js';
import { route } from '../route.js';
import * as contracts from '../routes/social-posts.js';

const toPostRequest = (body: CreateSocialPostBody) => ({
  characterId: body.character_id,
  platforms: body.platforms,
  generationIds: body.generation_ids,
  caption: body.caption === undefined || body.caption === '' ? null : body.caption,
  settings: body.settings ?? {},
});

export const createSocialPost = route(contracts.createSocialPost, {
  rules: checkPostRules,
  async handle({ body, caller, claim, deps }) {
    const wanted = toPostRequest(body);
    if (body.dry_run) return new NotStored(200, await previewPost(deps, caller, wanted));
    const scheduledAt = body.scheduled_at ?? null;
    const { metadata = {} } = body;
    const callback = await checkCallback(deps, body, POST_EVENTS);
    const request = { ...wanted, metadata, callback };
    return acceptPost(deps, { ...request, caller, claim, scheduledAt });
  },
  async finish(answer, { claim, deps, edge: { room, posts: watch }, client }) {
    const ended = [client.gone(), deps.stopping.signal];
    return { text: await waitForPost(deps.db.manager, answer, { claim, room, watch, ended }) };
  },
});

export const listSocialPosts = route(contracts.listSocialPosts, {
  async handle({ query, caller, deps }) {
    const page = await findPosts(deps.db.manager, caller.accountId, {
      ...query,
      dueAfter: query.due_after,
      dueBefore: query.due_before,
    });
    return presentPage(page, (post) => post);
  },
});

export const getSocialPost = route(contracts.getSocialPost, {
  async handle({ params, caller, deps }) {
    const { manager } = deps.db;
    return presentNow(manager, await findPost(manager, caller.accountId, params.id));
  },
});

export const cancelSocialPost = route(contracts.cancelSocialPost, {
  async handle({ params, caller, claim, deps }) {
    return requestCancelPost(deps, { accountId: caller.accountId, id: params.id }, claim);
  },
});

export const updateSocialPost = route(contracts.updateSocialPost, {
  rules: checkChangeRules,
  async handle({ params, body, caller, claim, deps }) {
    const named = { accountId: caller.accountId, id: params.id };
    return requestMovePost(deps, named, claim, body);
  },
});
