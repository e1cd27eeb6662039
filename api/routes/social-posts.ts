import { Type } from 'typebox';
import { SocialPlatformName } from '../../domain/contract/choices.js';
import {
  withDescription,
  buildListSchema,
  buildPageQuery,
  PrefixedId,
  SubjectId,
} from '../../domain/contract/common.js';
import { MetadataFilter } from '../../domain/contract/metadata.js';
import { Moment } from '../../domain/contract/moment.js';
import { SocialPostSchema, SocialPostState } from '../../domain/contract/social-post.js';
import {
  CreateSocialPostSchema,
  UpdateSocialPostSchema,
} from '../../domain/contract/social-post-request.js';
import { SocialPreviewSchema } from '../../domain/contract/social-preview.js';
import { NO_CALLBACKS } from '../../domain/contract/callback.js';
import { defineContract } from '../contract.js';

/** Fields shared by all routes in this file. Reading needs the scope too: posts have captions. */
const posts = { tag: 'Social', scope: 'social', status: 200 } as const;

const DUE = 'Only posts whose scheduled time (for immediate posts, the time of the request) is';

const PostId = Type.Object({ id: PrefixedId('pst', 'Post ID') });

export const createSocialPost = defineContract({
  ...posts,
  id: 'createSocialPost',
  method: 'POST',
  path: '/v1/social/posts',
  summary: 'Publish or schedule a post',
  description:
    'Without `scheduled_at`, publishes now and waits up to 20 seconds for the platforms. If publishing is still in progress, the post is returned with status `scheduled` and `scheduled_at: null`; poll it with `GET`. Costs 1 credit per platform, or 3 for `twitter` if the caption contains a link. Credits for failed platforms are refunded. An account can have up to 1,000 scheduled posts. With `dry_run`, returns 200 and a preview for each platform; nothing is stored, charged or published.',
  idempotency: 'required',
  status: 201,
  body: CreateSocialPostSchema,
  response: SocialPostSchema,
  other: {
    status: 200,
    response: SocialPreviewSchema,
    description: 'A preview of the post, if `dry_run` is true',
  },
  errors: [
    'CONTENT_BLOCKED',
    'INSUFFICIENT_CREDITS',
    'LIMIT_REACHED',
    'NOT_FOUND',
    'PLAN_REQUIRED',
    'SPEND_CAP_REACHED',
  ],
  tool: {
    without: NO_CALLBACKS,
    name: 'create_social_post',
    title: 'Publish or schedule a post',
    description:
      'Publishes completed generations (one video or 1 to 10 images) through the connected accounts of a character, now or at `scheduled_at`. Costs 1 credit for each platform, 3 for `twitter` if the text sent to X has a link; failed platforms are refunded. Posts are public: call it with `dry_run` first to see what each platform would get without publishing. Check the outcome with `get_social_post`.',
    open: true,
  },
  example: {
    character_id: 'a2b3c4d5e6f7a2b3c4d5',
    platforms: ['instagram', 'threads'],
    generation_ids: ['gen_0123456789abcdef0123456789abcdef'],
    caption: 'A red fox in snow',
  },
});

export const listSocialPosts = defineContract({
  ...posts,
  id: 'listSocialPosts',
  method: 'GET',
  path: '/v1/social/posts',
  summary: 'List posts, newest first',
  idempotency: 'none',
  query: Type.Object(
    {
      status: Type.Optional(withDescription(SocialPostState, 'Only posts with this status')),
      platform: Type.Optional(withDescription(SocialPlatformName, 'Only posts for this platform')),
      character_id: Type.Optional(SubjectId('Only posts from this character')),
      metadata: MetadataFilter,
      due_after: Type.Optional(Moment(`${DUE} at or after this time`)),
      due_before: Type.Optional(Moment(`${DUE} before this time`)),
      ...buildPageQuery('Default 20.'),
    },
    { additionalProperties: false },
  ),
  response: buildListSchema('SocialPostList', SocialPostSchema, 'Newest first'),
  errors: [],
});

export const getSocialPost = defineContract({
  ...posts,
  id: 'getSocialPost',
  method: 'GET',
  path: '/v1/social/posts/{id}',
  summary: 'Get a post',
  idempotency: 'none',
  params: PostId,
  response: SocialPostSchema,
  errors: ['NOT_FOUND'],
  tool: {
    name: 'get_social_post',
    title: 'Get a post',
    description: 'Returns a post with its result on each platform. Free.',
  },
});

export const cancelSocialPost = defineContract({
  ...posts,
  id: 'cancelSocialPost',
  method: 'POST',
  path: '/v1/social/posts/{id}/cancel',
  summary: 'Cancel a scheduled post',
  description: 'Refunds the full price. You can only cancel a post before publishing starts.',
  idempotency: 'required',
  params: PostId,
  response: SocialPostSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const updateSocialPost = defineContract({
  ...posts,
  id: 'updateSocialPost',
  method: 'PATCH',
  path: '/v1/social/posts/{id}',
  summary: 'Change the time or caption of a scheduled post',
  description:
    'The price stays the same. A caption that would cost more, such as one with a link on X, is rejected.',
  idempotency: 'required',
  params: PostId,
  body: UpdateSocialPostSchema,
  response: SocialPostSchema,
  errors: ['NOT_FOUND', 'CONFLICT', 'CONTENT_BLOCKED'],
  example: { caption: 'A red fox in deep snow' },
});
