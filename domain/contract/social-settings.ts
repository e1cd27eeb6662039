import { Type, type Static } from 'typebox';
import { namedChoice } from './common.js';

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const Username = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^@?[A-Za-z0-9._]+$',
  description: 'A username, with or without `@`',
});
const place = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 1, description }));

const UserTag = Type.Union(
  [
    Username,
    Type.Object(
      {
        username: Username,
        x: place('From the left edge, 0 to 1. Default: 0.5'),
        y: place('From the upper edge, 0 to 1. Default: 0.5'),
      },
      { additionalProperties: false },
    ),
  ],
  { description: 'A username, or `{username, x, y}` with its place in the picture' },
);

const InstagramContentType = namedChoice<'feed' | 'story' | 'reel'>(
  'InstagramContentType',
  'How Instagram shows it. Default: `reel` for a video, `feed` for images',
  {
    feed: 'in the feed; several images are a carousel, and a video is a reel there too',
    story: 'for 24 hours, without a caption; one image or one video',
    reel: 'a video on its own page',
  },
);
const InstagramAspectRatio = namedChoice<'original' | '1:1'>(
  'InstagramAspectRatio',
  'Shape of feed images. Default: `original`',
  {
    original: 'kept from 4:5 to 1.91:1; outside of that, edges are added',
    '1:1': 'edges are added until each image is square',
  },
);
const YouTubeContentType = namedChoice<'short' | 'community_post'>(
  'YouTubeContentType',
  'What kind of video it is. Default: what its shape and length make it',
  {
    short: 'at most 3 minutes, not wider than high',
    community_post: 'always refused: YouTube offers no API for it',
  },
);
const YouTubeVisibility = namedChoice<'public' | 'unlisted' | 'private'>(
  'YouTubeVisibility',
  'Who can see it. Default: `public`',
  {
    public: 'everybody',
    unlisted: 'whoever has its address',
    private: 'the channel alone',
  },
);

const Instagram = Type.Object(
  {
    content_type: Type.Optional(InstagramContentType),
    aspect_ratio: Type.Optional(InstagramAspectRatio),
    collaborators: Type.Optional(
      Type.Array(Username, { maxItems: 3, description: 'Accounts that are invited to share it' }),
    ),
    user_tags: Type.Optional(
      Type.Array(UserTag, { maxItems: 20, description: 'Accounts that are tagged' }),
    ),
    thumb_offset: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 900,
        description: 'Second of a reel that is its cover; before the end of the clip',
      }),
    ),
  },
  { additionalProperties: false, description: 'Options for Instagram' },
);

const TikTok = Type.Object(
  {
    allow_comments: flag('Default: false, as TikTok asks of apps'),
    allow_duet: flag('Videos only. Default: false'),
    allow_stitch: flag('Videos only. Default: false'),
    ai_disclosure: flag('Label a video as made by AI. Default: true'),
    auto_add_music: flag('Images only. Default: false'),
  },
  { additionalProperties: false, description: 'Options for TikTok' },
);

const YouTube = Type.Object(
  {
    content_type: Type.Optional(YouTubeContentType),
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Default: the first line of the caption, else `Untitled`',
      }),
    ),
    visibility: Type.Optional(YouTubeVisibility),
    made_for_kids: flag('Default: false'),
  },
  { additionalProperties: false, description: 'Options for YouTube' },
);

/** `settings` of a post. */
export const SocialSettingsSchema = Type.Object(
  {
    instagram: Type.Optional(Instagram),
    tiktok: Type.Optional(TikTok),
    youtube: Type.Optional(YouTube),
  },
  {
    $id: 'SocialSettings',
    additionalProperties: false,
    description: 'Options per platform; those of platforms that are not asked for are refused',
  },
);
export type SocialSettings = Static<typeof SocialSettingsSchema>;
