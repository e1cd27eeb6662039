import { Type, type Static } from 'typebox';
import { PLATFORMS } from '../catalogue/social-platforms.js';
import { postCallback } from './callback.js';
import { SocialPlatformName } from './choices.js';
import { buildNullable, SubjectId } from './common.js';
import { MetadataField } from './metadata.js';
import { SocialSettingsSchema } from './social-settings.js';

export const CAPTION_MAX = 5_000;
export const POST_ITEMS_MAX = 10;

const ScheduledAt = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 40,
    description,
    examples: ['2026-12-01T18:30:00+01:00'],
  });
const WHEN = 'ISO 8601 with a UTC offset, 5 minutes to 365 days from now';

/** Body of POST /v1/social/posts. */
export const CreateSocialPostSchema = Type.Object(
  {
    character_id: SubjectId('The character whose accounts publish the post'),
    platforms: Type.Array(SocialPlatformName, {
      minItems: 1,
      maxItems: PLATFORMS.length,
      uniqueItems: true,
      description: 'Platforms to publish to. The character must have an account on each',
    }),
    generation_ids: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: POST_ITEMS_MAX,
      description:
        'Completed generations, in display order: 1 video or 1–10 images. They are copied, so you can delete the originals afterwards',
    }),
    caption: Type.Optional(
      Type.String({
        maxLength: CAPTION_MAX,
        description: 'Shortened to fit each platform. Use `dry_run` to preview the result',
      }),
    ),
    scheduled_at: Type.Optional(ScheduledAt(`${WHEN}. Default: now`)),
    settings: Type.Optional(SocialSettingsSchema),
    metadata: MetadataField,
    ...postCallback,
    dry_run: Type.Optional(
      Type.Boolean({
        description:
          'If true, returns a preview for each platform and the price. Nothing is stored, charged or published. Default: false',
      }),
    ),
  },
  {
    $id: 'CreateSocialPost',
    description: 'A post to publish or schedule',
    additionalProperties: false,
  },
);
export type CreateSocialPostBody = Static<typeof CreateSocialPostSchema>;

/** Body of PATCH /v1/social/posts/{id}. Absent fields are unchanged. */
export const UpdateSocialPostSchema = Type.Object(
  {
    caption: Type.Optional(
      buildNullable(Type.String({ maxLength: CAPTION_MAX }), 'New caption; null removes it'),
    ),
    scheduled_at: Type.Optional(ScheduledAt(`New time: ${WHEN}`)),
  },
  {
    $id: 'UpdateSocialPost',
    description: 'Changes to a scheduled post; at least one field',
    additionalProperties: false,
    minProperties: 1,
  },
);
export type UpdateSocialPostBody = Static<typeof UpdateSocialPostSchema>;
