import { Type, type Static } from 'typebox';
import type { Platform } from '../catalogue/social-platforms.js';
import {
  POST_ERRORS,
  type PostErrorCode,
  type PostStatus,
  type PublicationState,
} from '../catalogue/social-states.js';
import {
  idPattern,
  namedChoice,
  nullable,
  ObjectName,
  OwnSubjectId,
  PrefixedId,
  UnixMs,
} from './common.js';
import { SocialPlatformName } from './choices.js';

export const SocialPostState = namedChoice<PostStatus>(
  'SocialPostStatus',
  'How a post stands; all but `scheduled` are final',
  {
    scheduled: 'it waits for its time, or is being made',
    published: 'every platform shows it',
    partial: 'some platforms show it; the credits of the others are refunded',
    failed: 'no platform shows it; the credits are refunded',
    cancelled: 'cancelled before its time; the credits are refunded',
  },
);

const PostErrorName = namedChoice<PostErrorCode>(
  'SocialPostErrorCode',
  'Why a platform has no post; not an error code of HTTP',
  POST_ERRORS,
);

const ResultSchema = Type.Object(
  {
    platform: SocialPlatformName,
    success: Type.Boolean({ description: 'Whether the platform shows the post' }),
    url: nullable(
      Type.String({
        format: 'uri',
        description: 'Where it is shown; null too while the platform has not told it yet',
      }),
    ),
    scheduled: Type.Boolean({ description: 'Whether it still waits or is being made' }),
    error: nullable(Type.String({ description: 'Why there is no post, for people' })),
    error_code: nullable(PostErrorName, 'The same for programs'),
  },
  { $id: 'SocialPostResult', description: 'How a post stands on one platform' },
);

const NoteSchema = Type.Object(
  {
    platform: SocialPlatformName,
    message: Type.String({ description: 'What is left out or changed, for people' }),
  },
  { $id: 'SocialPostNote', description: 'What a platform does not take as it was given' },
);

/** A post, as callers see it. */
export const SocialPostSchema = Type.Object(
  {
    id: PrefixedId('pst', 'Id of the post'),
    object: ObjectName('social_post'),
    character_id: OwnSubjectId,
    platforms: Type.Array(SocialPlatformName, { description: 'Where it is published' }),
    caption: nullable(Type.String({ description: 'The text as it was given, not as trimmed' })),
    generation_ids: Type.Array(Type.String({ pattern: idPattern('gen') }), {
      description: 'What is published; a copy, so these may be deleted by now',
    }),
    scheduled_at: nullable(
      Type.String({ description: 'Its time as it was given' }),
      'Its time as it was given; null for a post that is made at once',
    ),
    status: SocialPostState,
    results: Type.Array(ResultSchema, { description: 'One for each platform' }),
    notes: Type.Array(NoteSchema, { description: 'What was given and is not used as it was' }),
    credits: Type.Integer({ minimum: 0, description: 'Credits charged when it was accepted' }),
    refunded_credits: Type.Integer({
      minimum: 0,
      description: 'Credits returned, as for platforms that failed',
    }),
    created_at: UnixMs('When it was accepted'),
  },
  { $id: 'SocialPost', description: 'Generations on their way to social platforms' },
);
export type SocialPostBody = Static<typeof SocialPostSchema>;

/** The columns of a post that the outside sees. */
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
  readonly createdAt: Date;
}

/** Those of a post on one platform. */
export interface PublicationView {
  readonly platform: Platform;
  readonly state: PublicationState;
  readonly url: string | null;
  readonly errorCode: PostErrorCode | null;
}

/** Presents a post with its results, in the order in which its platforms were given. */
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
