import { GenerationSchema } from '../../domain/contract/generation.js';
import { CreateImageSchema } from '../../domain/contract/image.js';
import { contract } from '../contract.js';

export const createImage = contract({
  id: 'createImage',
  method: 'POST',
  path: '/v1/images',
  summary: 'Generate an image',
  description:
    'Reserves the price and answers at once with a queued generation. Poll it every 3 to 5 seconds. Prompts with a `simulate:` directive exercise failures (README, Testing failures).',
  tag: 'Generation',
  scope: 'generate',
  idempotency: 'required',
  status: 202,
  body: CreateImageSchema,
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
    name: 'generate_image',
    title: 'Generate an image',
    description:
      'Makes an image of a prompt, a saved character or product, or pictures. Needs at least one of prompt, character_id, character_image, scene_image and product_id. Costs credits, reserved at once and given back when it fails or is cancelled; `quote` tells how many. It takes one to four minutes: without `wait_seconds` the answer is a queued generation, and `get_generation` waits for its end.',
    waits: true,
    makes: true,
  },
  example: { prompt: 'a red fox in snow', aspect_ratio: '16:9', resolution: '1K' },
});
