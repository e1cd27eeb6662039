import { Type, type Static } from 'typebox';
import { buildNamedChoice } from './common.js';

const buildFlagSchema = (description: string) => Type.Optional(Type.Boolean({ description }));
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
  { description: 'A username, or `{username, x, y}` with its position in the image' },
);

const InstagramContentType = buildNamedChoice<'feed' | 'story' | 'reel'>(
  'InstagramContentType',
  'Format on Instagram. Default: `reel` for a video, `feed` for images',
  {
    feed: 'in the feed; several images become a carousel, and a video becomes a reel',
    story: 'for 24 hours, without a caption; one image or one video',
    reel: 'a video on its own page',
  },
);
const InstagramAspectRatio = buildNamedChoice<'original' | '1:1'>(
  'InstagramAspectRatio',
  'Shape of feed images. Default: `original`',
  {
    original: 'kept from 4:5 to 1.91:1; otherwise edges are added',
    '1:1': 'edges are added to make each image square',
  },
);
const YouTubeContentType = buildNamedChoice<'short' | 'community_post'>(
  'YouTubeContentType',
  'Kind of video. Default: depends on its shape and length',
  {
    short: 'at most 3 minutes, not wider than tall',
    community_post: 'always refused: YouTube offers no API for it',
  },
);
const YouTubeVisibility = buildNamedChoice<'public' | 'unlisted' | 'private'>(
  'YouTubeVisibility',
  'Who can see it. Default: `public`',
  {
    public: 'everyone',
    unlisted: 'anyone with the link',
    private: 'only the channel',
  },
);

const Instagram = Type.Object(
  {
    content_type: Type.Optional(InstagramContentType),
    aspect_ratio: Type.Optional(InstagramAspectRatio),
    collaborators: Type.Optional(
      Type.Array(Username, { maxItems: 3, description: 'Accounts to invite as collaborators' }),
    ),
    user_tags: Type.Optional(Type.Array(UserTag, { maxItems: 20, description: 'Accounts to tag' })),
    thumb_offset: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 900,
        description: 'Second of a reel to use as its cover; must be before the end of the clip',
      }),
    ),
  },
  { additionalProperties: false, description: 'Options for Instagram' },
);

const TikTok = Type.Object(
  {
    allow_comments: buildFlagSchema('Default: false, as TikTok requires of apps'),
    allow_duet: buildFlagSchema('Videos only. Default: false'),
    allow_stitch: buildFlagSchema('Videos only. Default: false'),
    ai_disclosure: buildFlagSchema('Label a video as made by AI. Default: true'),
    auto_add_music: buildFlagSchema('Images only. Default: false'),
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
    made_for_kids: buildFlagSchema('Default: false'),
  },
  { additionalProperties: false, description: 'Options for YouTube' },
);

/** A post's `settings`. */
export const SocialSettingsSchema = Type.Object(
  {
    instagram: Type.Optional(Instagram),
    tiktok: Type.Optional(TikTok),
    youtube: Type.Optional(YouTube),
  },
  {
    $id: 'SocialSettings',
    additionalProperties: false,
    description:
      'Options per platform. Options for platforms that are not in `platforms` are refused',
  },
);
export type SocialSettings = Static<typeof SocialSettingsSchema>;
