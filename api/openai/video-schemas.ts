import { Type, type Static } from 'typebox';
import { buildNullable, PrefixedId, VISIBLE } from '../../domain/contract/common.js';
import { PROMPT_MAX } from '../../domain/contract/video.js';
import { Model, optional, SIZE } from './image-options.js';
import { DEFAULT_VIDEO_MODEL } from './models.js';

/** A picture in a JSON body. In a multipart body it is a file. */
const Reference = Type.Object(
  {
    file_id: Type.Optional(Type.String({ maxLength: 100, description: 'An upload: `upl_…`' })),
    image_url: Type.Optional(
      Type.String({ maxLength: 27_000_000, description: 'A public https URL, or a data URL' }),
    ),
  },
  { $id: 'VideoReference', description: 'One of the two' },
);

/** Body of POST /openai/v1/videos. */
export const VideoOptions = Type.Object(
  {
    prompt: Type.String({
      minLength: 1,
      maxLength: PROMPT_MAX,
      pattern: VISIBLE,
      description: 'Motion, action, camera. Screened before any charge.',
    }),
    model: Model(DEFAULT_VIDEO_MODEL, 'sora-2'),
    seconds: optional(
      Type.Union([Type.String({ pattern: '^[0-9]{1,3}$' }), Type.Integer({ minimum: 1 })]),
      'Seconds, one of the durations of the model. Default: as the model says.',
    ),
    size: optional(
      Type.String({ pattern: SIZE, examples: ['720x1280'] }),
      'Width and height in pixels, or `auto`. The clip has the ratio and the resolution of the model that are nearest.',
    ),
    input_reference: optional(Reference, 'The first frame'),
  },
  {
    $id: 'CreateVideoRequest',
    description: 'A video to make. Options that are not listed are accepted and ignored.',
  },
);

export const VideoId = Type.Object({ id: PrefixedId('gen', 'Id of the video') });

const Seconds = Type.Integer({ minimum: 0 });

export const VideoSchema = Type.Object(
  {
    id: PrefixedId('gen', 'Id of the generation'),
    object: Type.Literal('video', { description: 'Always `video`' }),
    model: Type.String({ description: 'The model that makes it' }),
    status: Type.Enum(['queued', 'in_progress', 'completed', 'failed'], {
      type: 'string',
      description: 'How far it is',
    }),
    progress: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: '0 while it is queued, 50 while it is made, 100 when it is completed',
    }),
    created_at: Type.Integer({ minimum: 0, description: 'Unix seconds' }),
    completed_at: buildNullable(Seconds, 'Unix seconds, or null'),
    expires_at: buildNullable(Seconds, 'Always null: it stays until it is deleted'),
    prompt: buildNullable(Type.String(), 'Prompt of the request'),
    seconds: Type.String({ description: 'Length of the clip' }),
    size: Type.String({ description: 'Width and height in pixels; `auto` as its first frame' }),
    remixed_from_video_id: Type.Null({ description: 'Always null' }),
    error: buildNullable(
      Type.Object({
        code: Type.String({ description: 'Why it failed, such as `content_policy_violation`' }),
        message: Type.String({ description: 'For people' }),
      }),
      'Null unless it failed',
    ),
  },
  { $id: 'Video', description: 'The making of a video' },
);
export type VideoBody = Static<typeof VideoSchema>;

export const VideoList = Type.Object(
  {
    object: Type.Literal('list', { description: 'Always `list`' }),
    data: Type.Array(VideoSchema, { description: 'Newest first, unless `order` is `asc`' }),
    first_id: buildNullable(Type.String(), 'The first id of the page'),
    last_id: buildNullable(Type.String(), 'The last id of the page: `after` of the next one'),
    has_more: Type.Boolean({ description: 'Whether there is another page' }),
  },
  { $id: 'VideoList', description: 'A page of videos' },
);

export const DeletedVideo = Type.Object(
  {
    id: PrefixedId('gen', 'Id of the video'),
    object: Type.Literal('video.deleted', { description: 'Always `video.deleted`' }),
    deleted: Type.Literal(true, { description: 'Always true' }),
  },
  { $id: 'DeletedVideo', description: 'Id of the deleted video' },
);
