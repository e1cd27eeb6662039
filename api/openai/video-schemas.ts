import { Type, type Static } from 'typebox';
import { buildNullable, PrefixedId } from '../../domain/contract/common.js';
import { VISIBLE } from '../../domain/contract/patterns.js';
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
  { $id: 'VideoReference', description: 'A reference to a file. Send one of the two fields' },
);

/** Body of POST /openai/v1/videos. */
export const VideoOptions = Type.Object(
  {
    prompt: Type.String({
      minLength: 1,
      maxLength: PROMPT_MAX,
      pattern: VISIBLE,
      description:
        'Description of the motion, action and camera. It is moderated before you are charged.',
    }),
    model: Model(DEFAULT_VIDEO_MODEL, 'sora-2'),
    seconds: optional(
      Type.Union([Type.String({ pattern: '^[0-9]{1,3}$' }), Type.Integer({ minimum: 1 })]),
      "Duration in seconds. Must be one of the model's durations. Defaults to the model's default.",
    ),
    size: optional(
      Type.String({ pattern: SIZE, examples: ['720x1280'] }),
      'Width and height in pixels, or `auto`. The closest aspect ratio and resolution the model supports are used.',
    ),
    input_reference: optional(Reference, 'The first frame'),
  },
  {
    $id: 'CreateVideoRequest',
    description: 'A video to create. Options that are not listed are accepted but ignored.',
  },
);

export const VideoId = Type.Object({ id: PrefixedId('gen', 'Video ID') });

const Seconds = Type.Integer({ minimum: 0 });

export const VideoSchema = Type.Object(
  {
    id: PrefixedId('gen', 'Generation ID'),
    object: Type.Literal('video', { description: 'Always `video`' }),
    model: Type.String({ description: 'The model used' }),
    status: Type.Enum(['queued', 'in_progress', 'completed', 'failed'], {
      type: 'string',
      description: 'Status of the video',
    }),
    progress: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: '0 while queued, 50 while in progress, 100 when complete',
    }),
    created_at: Type.Integer({ minimum: 0, description: 'Creation time, in Unix seconds' }),
    completed_at: buildNullable(Seconds, 'Completion time, in Unix seconds. Null until then'),
    expires_at: buildNullable(
      Seconds,
      'Always null, because videos are kept until you delete them',
    ),
    prompt: buildNullable(Type.String(), "The request's prompt"),
    seconds: Type.String({ description: 'Duration in seconds, as a string' }),
    size: Type.String({
      description: "Width and height in pixels. `auto` means the first frame's size",
    }),
    remixed_from_video_id: Type.Null({ description: 'Always null' }),
    error: buildNullable(
      Type.Object({
        code: Type.String({
          description: 'Reason for the failure, such as `content_policy_violation`',
        }),
        message: Type.String({ description: 'Human-readable message' }),
      }),
      'Null unless the video failed',
    ),
  },
  { $id: 'Video', description: 'A video generation' },
);
export type VideoBody = Static<typeof VideoSchema>;

export const VideoList = Type.Object(
  {
    object: Type.Literal('list', { description: 'Always `list`' }),
    data: Type.Array(VideoSchema, { description: 'Newest first, unless `order` is `asc`' }),
    first_id: buildNullable(Type.String(), 'ID of the first video on the page'),
    last_id: buildNullable(
      Type.String(),
      'ID of the last video on the page. Pass it as `after` to get the next page',
    ),
    has_more: Type.Boolean({ description: 'Whether there are more videos' }),
  },
  { $id: 'VideoList', description: 'A page of videos' },
);

export const DeletedVideo = Type.Object(
  {
    id: PrefixedId('gen', 'Video ID'),
    object: Type.Literal('video.deleted', { description: 'Always `video.deleted`' }),
    deleted: Type.Literal(true, { description: 'Always true' }),
  },
  { $id: 'DeletedVideo', description: 'The deleted video' },
);
