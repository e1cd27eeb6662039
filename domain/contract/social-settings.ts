import { Type, type Static } from 'typebox';

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

const Instagram = Type.Object(
  {
    content_type: Type.Optional(
      Type.Enum(['feed', 'story', 'reel'], {
        type: 'string',
        description: 'How it is shown. Default: `reel` for a video, `feed` for images',
      }),
    ),
    aspect_ratio: Type.Optional(
      Type.Enum(['original', '1:1'], {
        type: 'string',
        description:
          'Shape of feed images. `original`, the default, is kept from 4:5 to 1.91:1; outside of that, edges are added',
      }),
    ),
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
    content_type: Type.Optional(
      Type.Enum(['short', 'community_post'], {
        type: 'string',
        description:
          '`short`: at most 3 minutes, not wider than high. `community_post` is refused: YouTube offers no API for it',
      }),
    ),
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Default: the first line of the caption, else `Untitled`',
      }),
    ),
    visibility: Type.Optional(
      Type.Enum(['public', 'unlisted', 'private'], {
        type: 'string',
        description: 'Default: `public`',
      }),
    ),
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
