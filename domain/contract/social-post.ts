import { Type, type Static } from 'typebox';
import type { Platform } from '../catalogue/social-platforms.js';
import {
  POST_ERRORS,
  type PostErrorCode,
  type PostStatus,
  type PublicationState,
} from '../catalogue/social-states.js';
import {
  buildIdPattern,
  buildNamedChoice,
  buildNullable,
  ObjectName,
  OwnSubjectId,
  PrefixedId,
  UnixMs,
} from './common.js';
import { SocialPlatformName } from './choices.js';
import { MetadataSummary, presentMetadata, type Metadata } from './metadata.js';

export const SocialPostState = buildNamedChoice<PostStatus>(
  'SocialPostStatus',
  'Status of the post. All except `scheduled` are final',
  {
    scheduled: 'waiting for the scheduled time, or being published',
    published: 'published on every platform',
    partial: 'published on some platforms; the credits of the others are refunded',
    failed: 'not published on any platform; the credits are refunded',
    cancelled: 'cancelled before publishing; the credits are refunded',
  },
);

const PostErrorName = buildNamedChoice<PostErrorCode>(
  'SocialPostErrorCode',
  'Why the post is not on the platform. These are not HTTP API error codes',
  POST_ERRORS,
);

const ResultSchema = Type.Object(
  {
    platform: SocialPlatformName,
    success: Type.Boolean({ description: 'Whether the post was published on the platform' }),
    url: buildNullable(
      Type.String({
        format: 'uri',
        description: 'URL of the published post. Null until the platform reports it',
      }),
    ),
    scheduled: Type.Boolean({ description: 'True while the post is waiting or being published' }),
    error: buildNullable(Type.String({ description: 'Human-readable reason for the failure' })),
    error_code: buildNullable(PostErrorName, 'Machine-readable reason for the failure'),
  },
  { $id: 'SocialPostResult', description: 'Result of a post on one platform' },
);

const NoteSchema = Type.Object(
  {
    platform: SocialPlatformName,
    message: Type.String({ description: 'Human-readable description of the change' }),
  },
  { $id: 'SocialPostNote', description: "A part of the post that a platform doesn't support" },
);

/** A post in a response. */
export const SocialPostSchema = Type.Object(
  {
    id: PrefixedId('pst', 'Post ID'),
    object: ObjectName('social_post'),
    character_id: OwnSubjectId,
    platforms: Type.Array(SocialPlatformName, { description: "The post's platforms" }),
    caption: buildNullable(
      Type.String({ description: 'The caption you sent, before it was shortened' }),
    ),
    generation_ids: Type.Array(Type.String({ pattern: buildIdPattern('gen') }), {
      description:
        'Generations in the post. The post keeps copies, so the originals may have been deleted',
    }),
    scheduled_at: buildNullable(
      Type.String({ description: 'The scheduled time from the request' }),
      'The scheduled time from the request. Null for an immediate post',
    ),
    status: SocialPostState,
    results: Type.Array(ResultSchema, { description: 'One per platform' }),
    notes: Type.Array(NoteSchema, {
      description: 'Parts of the request that were left out or changed',
    }),
    credits: Type.Integer({
      minimum: 0,
      description: 'Credits charged when the request was accepted',
    }),
    refunded_credits: Type.Integer({
      minimum: 0,
      description: 'Credits refunded, for example for failed platforms',
    }),
    metadata: MetadataSummary,
    created_at: UnixMs('Time the request was accepted'),
  },
  { $id: 'SocialPost', description: 'A post to social platforms' },
);
export type SocialPostBody = Static<typeof SocialPostSchema>;

/** The columns of a post that responses contain. */
export interface SocialPostView {
  readonly id: string;
  readonly characterId: string;
  readonly platforms: readonly Platform[];
  readonly caption: string | null;
  readonly generationIds: readonly string[];
  readonly scheduledAt: string | null;
  readonly status: PostStatus;
  readonly notes: readonly { readonly platform: Platform; readonly message: string }[];
  readonly credits: number;
  readonly refundedCredits: number;
  readonly metadata: Metadata;
  readonly createdAt: Date;
}

/** The columns of a post's row for one platform that responses contain. */
export interface PublicationView {
  readonly platform: Platform;
  readonly state: PublicationState;
  readonly url: string | null;
  readonly errorCode: PostErrorCode | null;
}

/** Presents a post with its results, in the request's order of platforms. */
export function presentSocialPost(
  row: SocialPostView,
  publications: readonly PublicationView[],
): SocialPostBody {
  const byPlatform = new Map(publications.map((one) => [one.platform, one]));
  return {
    id: row.id,
    object: 'social_post',
    character_id: row.characterId,
    platforms: [...row.platforms],
    caption: row.caption,
    generation_ids: [...row.generationIds],
    scheduled_at: row.scheduledAt,
    status: row.status,
    results: row.platforms.flatMap((platform) => {
      const one = byPlatform.get(platform);
      return one ? [presentResult(one)] : [];
    }),
    notes: row.notes.map((note) => ({ ...note })),
    credits: row.credits,
    refunded_credits: row.refundedCredits,
    metadata: presentMetadata(row.metadata),
    created_at: row.createdAt.getTime(),
  };
}

function presentResult({ platform, state, url, errorCode }: PublicationView) {
  const success = state === 'published';
  return {
    platform,
    success,
    url: success ? url : null,
    scheduled: !success && errorCode === null,
    error: errorCode === null ? null : POST_ERRORS[errorCode],
    error_code: errorCode,
  };
}
