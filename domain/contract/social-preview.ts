import { Type, type Static } from 'typebox';
import type { PostForm } from '../catalogue/social-platforms.js';
import { SocialPlatformName } from './choices.js';
import { buildNamedChoice, buildNullable, ObjectName } from './common.js';

const PostFormName = buildNamedChoice<PostForm>(
  'SocialPostForm',
  'How the platform shows the post',
  {
    feed: 'a picture in the feed',
    carousel: 'several pictures in the feed',
    story: 'a picture or clip for 24 hours',
    reel: 'a clip on Instagram',
    short: 'a clip of at most 3 minutes on YouTube',
    photos: 'pictures',
    video: 'a clip',
  },
);

const pixels = (what: string) => buildNullable(Type.Integer({ minimum: 1, description: what }));

const RenditionSchema = Type.Object(
  {
    content_type: Type.String({
      description: 'Media type that the platform gets, such as `image/jpeg`',
    }),
    width: pixels('Pixels; the maximum for a clip that is scaled down'),
    height: pixels('Pixels; the maximum for a clip that is scaled down'),
  },
  { $id: 'SocialPostRendition', description: 'An image or clip as one platform gets it' },
);

const PlanSchema = Type.Object(
  {
    platform: SocialPlatformName,
    form: PostFormName,
    renditions: Type.Array(RenditionSchema, {
      description: 'Files in the order in which they are shown',
    }),
    text: Type.String({ description: 'The caption as trimmed for the platform; may be empty' }),
    title: buildNullable(Type.String({ description: 'Title, if the platform has one' })),
    cut: Type.Boolean({ description: 'Whether the text is shorter than the caption' }),
    settings: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Options of the platform that apply, with defaults filled in',
    }),
    ai_label: buildNullable(
      Type.Boolean({ description: 'Whether the platform labels it as made by AI' }),
      'Whether the platform labels it as made by AI; null where there is no such label',
    ),
    warnings: Type.Array(Type.String(), {
      description:
        'Parts that are omitted or changed, and reasons why the post would be refused now',
    }),
    credits: Type.Integer({ minimum: 0, description: 'Price of this platform' }),
  },
  { $id: 'SocialPostPlan', description: 'The post as one platform would get it' },
);

/** Response to a request with `dry_run`. */
export const SocialPreviewSchema = Type.Object(
  {
    object: ObjectName('social_post_preview'),
    plans: Type.Array(PlanSchema, { description: 'One for each platform' }),
    credits: Type.Integer({ minimum: 0, description: 'Price of the post' }),
  },
  { $id: 'SocialPostPreview', description: 'Preview of a post; nothing was stored or charged' },
);
export type SocialPreviewBody = Static<typeof SocialPreviewSchema>;
