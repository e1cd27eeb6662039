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
        x: place('Position from the left edge, from 0 to 1. Default: 0.5'),
        y: place('Position from the top edge, from 0 to 1. Default: 0.5'),
      },
      { additionalProperties: false },
    ),
  ],
  { description: 'A username, or `{username, x, y}` with a position in the image' },
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
  'Aspect ratio of feed images. Default: `original`',
  {
    original: 'ratios from 4:5 to 1.91:1 are kept; borders are added to others',
    '1:1': 'borders are added to make each image square',
  },
);
const YouTubeContentType = buildNamedChoice<'short' | 'community_post'>(
  'YouTubeContentType',
  'Kind of video. The default depends on its aspect ratio and length',
  {
    short: 'at most 3 minutes, not wider than tall',
    community_post: 'always rejected, because YouTube has no API for it',
  },
);
const YouTubeVisibility = buildNamedChoice<'public' | 'unlisted' | 'private'>(
  'YouTubeVisibility',
  'Who can see the video. Default: `public`',
  {
    public: 'everyone',
    unlisted: 'anyone with the link',
    private: 'only the channel owner',
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
        description:
          'Time in the reel, in seconds, of the frame to use as its cover. Must be before the end of the clip',
      }),
    ),
  },
  { additionalProperties: false, description: 'Options for Instagram' },
);

const TikTok = Type.Object(
  {
    allow_comments: buildFlagSchema('Default: false, as TikTok requires'),
    allow_duet: buildFlagSchema('Videos only. Default: false'),
    allow_stitch: buildFlagSchema('Videos only. Default: false'),
    ai_disclosure: buildFlagSchema('Label a video as AI-generated. Default: true'),
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
        description: 'Video title. Defaults to the first line of the caption, or `Untitled`',
      }),
    ),
    visibility: Type.Optional(YouTubeVisibility),
    made_for_kids: buildFlagSchema('Whether the video is made for kids. Default: false'),
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
      'Options for each platform. Options for platforms not listed in `platforms` are rejected',
  },
);
export type SocialSettings = Static<typeof SocialSettingsSchema>;
