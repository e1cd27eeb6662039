import { Type, type Static } from 'typebox';
import type { PostForm } from '../catalogue/social-platforms.js';
import { SocialPlatformName } from './choices.js';
import { namedChoice, nullable, ObjectName } from './common.js';

const PostFormName = namedChoice<PostForm>('SocialPostForm', 'How a platform shows a post', {
  feed: 'a picture in the feed',
  carousel: 'several pictures in the feed',
  story: 'a picture or clip for 24 hours',
  reel: 'a clip on Instagram',
  short: 'a clip of at most 3 minutes on YouTube',
  photos: 'pictures',
  video: 'a clip',
});

const pixels = (what: string) => nullable(Type.Integer({ minimum: 1, description: what }));

const RenditionSchema = Type.Object(
  {
    content_type: Type.String({ description: 'What the platform gets, such as `image/jpeg`' }),
    width: pixels('Pixels; of a clip that is made smaller, at most so many'),
    height: pixels('Pixels; of a clip that is made smaller, at most so many'),
  },
  { $id: 'SocialPostRendition', description: 'A picture or clip as one platform gets it' },
);

const PlanSchema = Type.Object(
  {
    platform: SocialPlatformName,
    form: PostFormName,
    renditions: Type.Array(RenditionSchema, {
      description: 'In the order in which they are shown',
    }),
    text: Type.String({ description: 'The caption as trimmed for the platform; may be empty' }),
    title: nullable(Type.String({ description: 'The title, where the platform has one' })),
    cut: Type.Boolean({ description: 'Whether the text is shorter than the caption' }),
    settings: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The options of the platform that have an effect, with their defaults',
    }),
    ai_label: nullable(
      Type.Boolean({ description: 'Whether the platform labels it as made by AI' }),
      'Whether the platform labels it as made by AI; null where there is no such label',
    ),
    warnings: Type.Array(Type.String(), {
      description: 'What is left out or changed, and what would refuse the post at this moment',
    }),
    credits: Type.Integer({ minimum: 0, description: 'Price of this platform' }),
  },
  { $id: 'SocialPostPlan', description: 'What one platform would get' },
);

/** The answer to `dry_run`. */
export const SocialPreviewSchema = Type.Object(
  {
    object: ObjectName('social_post_preview'),
    plans: Type.Array(PlanSchema, { description: 'One for each platform' }),
    credits: Type.Integer({ minimum: 0, description: 'What the post would cost' }),
  },
  { $id: 'SocialPostPreview', description: 'What a post would be; nothing was stored or charged' },
);
export type SocialPreviewBody = Static<typeof SocialPreviewSchema>;
