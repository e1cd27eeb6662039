import { GenerationSchema } from '../../domain/contract/generation.js';
import { CreateVideoSchema } from '../../domain/contract/video.js';
import { contract } from '../contract.js';

export const createVideo = contract({
  id: 'createVideo',
  method: 'POST',
  path: '/v1/videos',
  summary: 'Generate a video',
  description:
    'Reserves the price and answers at once with a queued generation. Unless `start_frame` is given, a first frame is generated and included in the price as one image. Poll every 10 to 15 seconds. Options and prices of each model: `GET /v1/models`.',
  tag: 'Generation',
  scope: 'generate',
  idempotency: 'required',
  status: 202,
  body: CreateVideoSchema,
  media: true,
  response: GenerationSchema,
  errors: [
    'CONTENT_BLOCKED',
    'NOT_FOUND',
    'INSUFFICIENT_CREDITS',
    'SPEND_CAP_REACHED',
    'CONCURRENCY_LIMIT',
  ],
  tool: {
    name: 'generate_video',
    title: 'Generate a video',
    description:
      'Makes a video with the model that is named; `list_models` tells the options of each. Needs at least one of prompt, character_id, character_image, start_frame and motion_video. Without start_frame a first frame is made, which the price includes as one image. Costs credits, reserved at once and given back when it fails or is cancelled; ask `quote` first. It takes one to six minutes: call `get_generation` with `wait_seconds` until it has ended.',
    waits: true,
    makes: true,
  },
  example: {
    model: 'seedance-2.5',
    prompt: 'a red fox runs through snow, slow pan to the right',
    duration: '4',
    resolution: '480p',
    aspect_ratio: '16:9',
  },
});
