import { Type } from 'typebox';
import { SocialPlatformName } from '../../domain/contract/choices.js';
import { about, listOf, pageQuery, PrefixedId, SubjectId } from '../../domain/contract/common.js';
import { SocialPostSchema, SocialPostState } from '../../domain/contract/social-post.js';
import {
  CreateSocialPostSchema,
  UpdateSocialPostSchema,
} from '../../domain/contract/social-post-request.js';
import { SocialPreviewSchema } from '../../domain/contract/social-preview.js';
import { contract } from '../contract.js';

/** What every row here has in common. Also reading needs the scope: it shows captions and links. */
const posts = { tag: 'Social', scope: 'social', status: 200 } as const;

const PostId = Type.Object({ id: PrefixedId('pst', 'Id of the post') });

export const createSocialPost = contract({
  ...posts,
  id: 'createSocialPost',
  method: 'POST',
  path: '/v1/social/posts',
  summary: 'Publish generations, now or at a time',
  description:
    'Without `scheduled_at` the answer waits up to 20 seconds for the platforms; what is under way then is `scheduled` with `scheduled_at` null, and `GET` shows how it ends. Costs 1 credit for each platform, 3 for `twitter` when the caption has a link; platforms that fail are refunded. An account may have 1,000 posts that wait. With `dry_run` the answer is 200 and tells what each platform would get: nothing is stored, charged or published.',
  idempotency: 'required',
  status: 201,
  body: CreateSocialPostSchema,
  response: SocialPostSchema,
  other: {
    status: 200,
    response: SocialPreviewSchema,
    description: 'What the post would be, for `dry_run`',
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
    name: 'create_social_post',
    title: 'Publish or schedule a post',
    description:
      'Publishes completed generations, one video or 1 to 10 images, through the connected accounts of a character: now, or at `scheduled_at`. Costs 1 credit for each platform, 3 for `twitter` with a link in the text that X gets; platforms that fail are given back. People see it: with `dry_run` it shows what each platform would get, and publishes nothing. `get_social_post` shows how a post ends.',
    open: true,
  },
  example: {
    character_id: 'a2b3c4d5e6f7a2b3c4d5',
    platforms: ['instagram', 'threads'],
    generation_ids: ['gen_0123456789abcdef0123456789abcdef'],
    caption: 'A red fox in snow',
  },
});

export const listSocialPosts = contract({
  ...posts,
  id: 'listSocialPosts',
  method: 'GET',
  path: '/v1/social/posts',
  summary: 'List posts, newest first',
  idempotency: 'none',
  query: Type.Object(
    {
      status: Type.Optional(about(SocialPostState, 'Only those that stand so')),
      platform: Type.Optional(about(SocialPlatformName, 'Only those for this platform')),
      character_id: Type.Optional(SubjectId('Only those of this character')),
      ...pageQuery('Default 20.'),
    },
    { additionalProperties: false },
  ),
  response: listOf('SocialPostList', SocialPostSchema, 'Newest first'),
  errors: [],
});

export const getSocialPost = contract({
  ...posts,
  id: 'getSocialPost',
  method: 'GET',
  path: '/v1/social/posts/{id}',
  summary: 'Get a post with its results',
  idempotency: 'none',
  params: PostId,
  response: SocialPostSchema,
  errors: ['NOT_FOUND'],
  tool: {
    name: 'get_social_post',
    title: 'Get a post',
    description: 'A post with its result on each platform. Free.',
  },
});

export const cancelSocialPost = contract({
  ...posts,
  id: 'cancelSocialPost',
  method: 'POST',
  path: '/v1/social/posts/{id}/cancel',
  summary: 'Cancel a post that waits',
  description: 'Refunds the full price. Works only until the first platform is begun.',
  idempotency: 'required',
  params: PostId,
  response: SocialPostSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const updateSocialPost = contract({
  ...posts,
  id: 'updateSocialPost',
  method: 'PATCH',
  path: '/v1/social/posts/{id}',
  summary: 'Change the time or the text of a post that waits',
  description: 'The price stays: a text that would cost more, as one with a link on X, is refused.',
  idempotency: 'required',
  params: PostId,
  body: UpdateSocialPostSchema,
  response: SocialPostSchema,
  errors: ['NOT_FOUND', 'CONFLICT', 'CONTENT_BLOCKED'],
  example: { caption: 'A red fox in deep snow' },
});
