import { GenerationSchema } from '../../domain/contract/generation.js';
import { CreateImageSchema } from '../../domain/contract/image.js';
import { ORDER_ERRORS } from '../../domain/contract/error-codes.js';
import { NO_CALLBACKS } from '../../domain/contract/callback.js';
import { defineContract } from '../contract.js';
import { ENDED_RESPONSE, GenerationHeaders } from '../../domain/contract/generation-headers.js';

export const createImage = defineContract({
  id: 'createImage',
  method: 'POST',
  path: '/v1/images',
  summary: 'Generate an image',
  description:
    'Reserves the price and immediately returns a queued generation. Poll it every 3 to 5 seconds. Put a `simulate:` directive in the prompt to test failures (README, Testing failures).',
  tag: 'Generation',
  scope: 'generate',
  idempotency: 'required',
  status: 202,
  body: CreateImageSchema,
  media: true,
  headers: GenerationHeaders,
  response: GenerationSchema,
  other: ENDED_RESPONSE,
  errors: ORDER_ERRORS,
  tool: {
    without: NO_CALLBACKS,
    name: 'generate_image',
    title: 'Generate an image',
    description:
      'Generates an image from a prompt, a saved character or product, or other images. Needs at least one of prompt, character_id, character_image, scene_image and product_id. Costs credits, which are reserved immediately and refunded if it fails or is cancelled; call `quote` for the price. Takes one to four minutes. Without `wait_seconds` it returns a queued generation; then wait for it with `get_generation`.',
    waits: true,
    makes: true,
  },
  example: { prompt: 'a red fox in snow', aspect_ratio: '16:9', resolution: '1K' },
});
