import { GenerationSchema } from '../../domain/contract/generation.js';
import { CreateVideoSchema } from '../../domain/contract/video.js';
import { ORDER_ERRORS } from '../../domain/contract/error-codes.js';
import { NO_CALLBACKS } from '../../domain/contract/callback.js';
import { defineContract } from '../contract.js';
import { ENDED_RESPONSE, GenerationHeaders } from '../../domain/contract/generation-headers.js';

export const createVideo = defineContract({
  id: 'createVideo',
  method: 'POST',
  path: '/v1/videos',
  summary: 'Generate a video',
  description:
    'Reserves the price and immediately returns a queued generation. Poll it every 10 to 15 seconds. If you omit `start_frame`, a first frame is generated and charged as one image. See `GET /v1/models` for the options and prices of each model.',
  tag: 'Generation',
  scope: 'generate',
  idempotency: 'required',
  status: 202,
  body: CreateVideoSchema,
  media: true,
  headers: GenerationHeaders,
  response: GenerationSchema,
  other: ENDED_RESPONSE,
  errors: ORDER_ERRORS,
  tool: {
    without: NO_CALLBACKS,
    name: 'generate_video',
    title: 'Generate a video',
    description:
      'Generates a video with the given model; `list_models` lists the options of each. Needs at least one of prompt, character_id, character_image, start_frame and motion_video. If you omit start_frame, a first frame is generated and charged as one image. Costs credits, which are reserved immediately and refunded if it fails or is cancelled; call `quote` first. Takes one to six minutes: call `get_generation` with `wait_seconds` until it has ended.',
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
