import { Type, type Static } from 'typebox';
import type { PostForm } from '../catalogue/social-platforms.js';
import { SocialPlatformName } from './choices.js';
import { buildNamedChoice, buildNullable, ObjectName } from './common.js';

const PostFormName = buildNamedChoice<PostForm>(
  'SocialPostForm',
  'How the platform displays the post',
  {
    feed: 'a picture in the feed',
    carousel: 'multiple pictures in the feed',
    story: 'a picture or clip for 24 hours',
    reel: 'a clip on Instagram',
    short: 'a clip of at most 3 minutes on YouTube',
    photos: 'one or more pictures in a photo post',
    video: 'a clip',
  },
);

const pixels = (what: string) => buildNullable(Type.Integer({ minimum: 1, description: what }));

const RenditionSchema = Type.Object(
  {
    content_type: Type.String({
      description: 'Media type sent to the platform, such as `image/jpeg`',
    }),
    width: pixels('Width in pixels. The maximum, for a clip that will be scaled down'),
    height: pixels('Height in pixels. The maximum, for a clip that will be scaled down'),
  },
  { $id: 'SocialPostRendition', description: 'An image or clip, as sent to one platform' },
);

const PlanSchema = Type.Object(
  {
    platform: SocialPlatformName,
    form: PostFormName,
    renditions: Type.Array(RenditionSchema, {
      description: 'Files, in display order',
    }),
    text: Type.String({ description: 'The caption, shortened to fit the platform. Can be empty' }),
    title: buildNullable(Type.String({ description: 'Title, if the platform supports one' })),
    cut: Type.Boolean({ description: 'Whether the caption was shortened' }),
    settings: Type.Record(Type.String(), Type.Unknown(), {
      description: "The platform's settings, with defaults filled in",
    }),
    ai_label: buildNullable(
      Type.Boolean({ description: 'Whether the platform labels the post as AI-generated' }),
      'Whether the platform labels the post as AI-generated. Null if the platform has no such label',
    ),
    warnings: Type.Array(Type.String(), {
      description:
        'Parts that will be left out or changed, and reasons the post would currently be rejected',
    }),
    credits: Type.Integer({ minimum: 0, description: 'Price for this platform' }),
  },
  { $id: 'SocialPostPlan', description: 'The post, as it would be sent to one platform' },
);

/** Response to a request with `dry_run`. */
export const SocialPreviewSchema = Type.Object(
  {
    object: ObjectName('social_post_preview'),
    plans: Type.Array(PlanSchema, { description: 'One per platform' }),
    credits: Type.Integer({ minimum: 0, description: 'Price of the post' }),
  },
  { $id: 'SocialPostPreview', description: 'A preview of a post. Nothing was stored or charged' },
);
export type SocialPreviewBody = Static<typeof SocialPreviewSchema>;
